// Boost.Polygon's Voronoi diagram behind a two-word protocol, so that its builds can be interleaved
// with everybody else's.
//
//   load PATH   reads segments (four little-endian int32 each)   -> loaded COUNT HASH
//   build       builds the diagram once, times only that         -> built NANOSECONDS VERTICES EDGES
//
// The hash lets the caller check that both sides hold the same input.

#include <boost/polygon/voronoi.hpp>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

struct Point {
    int32_t x, y;
};

struct Segment {
    Point from, to;
};

namespace boost::polygon {
template <>
struct geometry_concept<Point> {
    using type = point_concept;
};

template <>
struct point_traits<Point> {
    using coordinate_type = int32_t;
    static int32_t get(const Point& point, orientation_2d axis) {
        return axis == HORIZONTAL ? point.x : point.y;
    }
};

template <>
struct geometry_concept<Segment> {
    using type = segment_concept;
};

template <>
struct segment_traits<Segment> {
    using coordinate_type = int32_t;
    using point_type = Point;
    static Point get(const Segment& segment, direction_1d end) {
        return end.to_int() ? segment.to : segment.from;
    }
};
}  // namespace boost::polygon

static_assert(sizeof(Segment) == 16, "segments are read from the file as they lie in memory");

static std::vector<Segment> read(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    std::vector<Segment> segments(file ? static_cast<size_t>(file.tellg()) / sizeof(Segment) : 0);
    file.seekg(0);
    file.read(reinterpret_cast<char*>(segments.data()),
              static_cast<std::streamsize>(segments.size() * sizeof(Segment)));
    return segments;
}

// FNV-1a over the coordinates.
static uint64_t hash(const std::vector<Segment>& segments) {
    uint64_t h = 0xcbf29ce484222325;
    for (const Segment& s : segments) {
        for (int32_t coordinate : {s.from.x, s.from.y, s.to.x, s.to.y}) {
            h = (h ^ static_cast<uint32_t>(coordinate)) * 0x100000001b3;
        }
    }
    return h;
}

int main() {
    std::vector<Segment> segments;
    std::string word;
    while (std::cin >> word) {
        if (word == "load") {
            std::string path;
            std::getline(std::cin >> std::ws, path);
            segments = read(path);
            std::cout << "loaded " << segments.size() << ' ' << hash(segments) << std::endl;
        } else if (word == "build") {
            boost::polygon::voronoi_diagram<double> diagram;
            auto start = std::chrono::steady_clock::now();
            boost::polygon::construct_voronoi(segments.begin(), segments.end(), &diagram);
            auto time = std::chrono::steady_clock::now() - start;
            std::cout << "built " << std::chrono::duration_cast<std::chrono::nanoseconds>(time).count() << ' '
                      << diagram.num_vertices() << ' ' << diagram.num_edges() << std::endl;
        } else {
            std::cout << "unknown " << word << std::endl;
        }
    }
}
