// Recast behind a small protocol: from triangles to polygons, so that it can be interleaved with everybody else.
//
//   load PATH                                        reads a model -> loaded VERTICES TRIANGLES
//   build CELL HEIGHT SLOPE HEAD_ROOM STEP MIN_AREA  -> built STATUS TILES RASTERIZE FILTER COMPACT REGIONS CONTOURS
//                                                       MESH SPANS COMPONENTS KEPT POLYGONS AREA MEMORY
//
// Meters, degrees and square meters. STATUS is 0 if all went well, 1 if there are too many columns of cells to try, 2 if
// Recast refused, in one field as well as in tiles. The six times are in nanoseconds. SPANS is the number of walkable
// spans, COMPONENTS of how many parts they are that hang together and have MIN_AREA, KEPT the number of spans of these.
// POLYGONS and AREA are those of Recast's polygons; AREA is in halves of a cell. MEMORY is the largest resident size in
// bytes.
//
// Nothing is eroded and ledges are no obstacles: what is walkable is asked, not where a disc fits.
//
// A file holds two little-endian int32 (vertices, triangles), three float32 for each vertex (x, y, height), and three
// int32 for each triangle.

#include <recastnavigation/Recast.h>

#include <malloc.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

using Clock = std::chrono::steady_clock;
using Point = std::array<float, 3>;

// The numbers of Recast's demo.
const int MERGE_REGION = 20 * 20;
const float MAX_EDGE = 12.0f;
const float MAX_ERROR = 1.3f;
const int POLYGON_CORNERS = 6;
// A model with more columns of cells than this is cut into tiles of so many columns a side, and around each a border
// that Recast needs for its regions. Tiles of this size are the quickest way: one field took up to twice as long at
// 0.05 m, and tiles of 512 and 1024 columns were slower too. There are also limits that only tiles keep: 16 bits for
// the corners of a mesh, 24 for the spans of a field.
const int TILE = 256;
const int64_t MAX_COLUMNS = TILE * TILE;
const int BORDER = 3;
// More than this is not tried.
const int64_t TOO_MANY_COLUMNS = 400'000'000;
// What is a whole number of cells but for rounding is one.
const float SLACK = 1e-3f;

struct Settings {
    float cell = 0, height = 0, slope = 0, head_room = 0, step = 0, min_area = 0;
};

// Recast's axes: the height is the second coordinate, and the third is -y, which keeps the sides of triangles.
struct Model {
    std::vector<Point> vertices;
    std::vector<std::array<int32_t, 3>> triangles;
    Point low{}, high{};
};

enum Stage { RASTERIZE, FILTER, COMPACT, REGIONS, CONTOURS, MESH, STAGES };

// A place where a walkable span of one tile has a neighbor in the next, or is one: column, height, label.
struct Seam {
    int64_t column;
    int height;
    uint32_t label;
};

struct Result {
    int64_t tiles = 0, spans = 0, components = 0, kept = 0, polygons = 0, area = 0;
    std::array<int64_t, STAGES> times{};
};

template <typename T>
static void read(std::ifstream& file, std::vector<T>& items) {
    file.read(reinterpret_cast<char*>(items.data()), static_cast<std::streamsize>(items.size() * sizeof(T)));
}

static bool read(const std::string& path, Model& model) {
    std::ifstream file(path, std::ios::binary);
    std::vector<int32_t> counts(2);
    read(file, counts);
    model.vertices.resize(counts[0]);
    model.triangles.resize(counts[1]);
    read(file, model.vertices);
    read(file, model.triangles);
    if (!file || model.vertices.empty()) {
        return false;
    }
    for (Point& vertex : model.vertices) {
        vertex = {vertex[0], vertex[2], -vertex[1]};
    }
    model.low = model.high = model.vertices[0];
    for (const Point& vertex : model.vertices) {
        for (int axis = 0; axis < 3; axis++) {
            model.low[axis] = std::min(model.low[axis], vertex[axis]);
            model.high[axis] = std::max(model.high[axis], vertex[axis]);
        }
    }
    return true;
}

template <typename T, void (*FREE)(T*)>
struct Free {
    void operator()(T* item) const { FREE(item); }
};
template <typename T, void (*FREE)(T*)>
using Owned = std::unique_ptr<T, Free<T, FREE>>;

// Adds the time since the last lap to a stage.
struct Laps {
    std::array<int64_t, STAGES>& times;
    Clock::time_point last = Clock::now();

    void lap(Stage stage) {
        const auto now = Clock::now();
        times[stage] += std::chrono::duration_cast<std::chrono::nanoseconds>(now - last).count();
        last = now;
    }
    void pause() { last = Clock::now(); }
};

// Sets of things that hang together.
struct Union {
    std::vector<uint32_t> parent;

    uint32_t add() {
        parent.push_back(static_cast<uint32_t>(parent.size()));
        return parent.back();
    }
    uint32_t find(uint32_t k) {
        while (parent[k] != k) {
            parent[k] = parent[parent[k]];
            k = parent[k];
        }
        return k;
    }
    void join(uint32_t a, uint32_t b) { parent[std::max(find(a), find(b))] = std::min(find(a), find(b)); }
};

// One way through a model: all of it, or tile by tile.
struct Build {
    const Model& model;
    const Settings& settings;
    Result result;
    // By triangle.
    std::vector<uint8_t> areas;
    // Columns of the model, and those of a tile, without its border.
    std::array<int, 2> columns{}, tile{};
    int border = 0;
    // Labels of what hangs together within a tile; how many spans each has; and where tiles meet.
    Union labels;
    std::vector<int64_t> sizes;
    std::vector<Seam> entries, exits;

    Build(const Model& model, const Settings& settings) : model(model), settings(settings) {
        for (int k = 0; k < 2; k++) {
            const float size = model.high[2 * k] - model.low[2 * k];
            columns[k] = std::max(1, static_cast<int>(std::ceil(size / settings.cell)));
        }
    }

    int64_t num_columns() const { return static_cast<int64_t>(columns[0]) * columns[1]; }

    bool whole() {
        if (num_columns() > MAX_COLUMNS) {
            return false;
        }
        start(columns, 0);
        std::vector<int32_t> all(model.triangles.size());
        std::iota(all.begin(), all.end(), 0);
        if (!build_tile(all, 0, 0)) {
            return false;
        }
        finish();
        return true;
    }

    bool tiles() {
        start({TILE, TILE}, BORDER);
        Laps laps{result.times};
        const int count[2] = {(columns[0] + TILE - 1) / TILE, (columns[1] + TILE - 1) / TILE};
        const std::vector<std::vector<int32_t>> triangles = triangles_of_tiles(count);
        laps.lap(RASTERIZE);
        for (int ty = 0; ty < count[1]; ty++) {
            for (int tx = 0; tx < count[0]; tx++) {
                const auto& own = triangles[static_cast<size_t>(ty) * count[0] + tx];
                if (!own.empty() && !build_tile(own, tx, ty)) {
                    return false;
                }
            }
        }
        finish();
        return true;
    }

    void start(std::array<int, 2> size, int around) {
        tile = size;
        border = around;
        result = Result{};
        labels = Union{};
        sizes.clear();
        entries.clear();
        exits.clear();
        Laps laps{result.times};
        areas.assign(model.triangles.size(), RC_NULL_AREA);
        rcContext context(false);
        rcMarkWalkableTriangles(&context, settings.slope, model.vertices[0].data(),
                                static_cast<int>(model.vertices.size()), model.triangles[0].data(),
                                static_cast<int>(model.triangles.size()), areas.data());
        laps.lap(RASTERIZE);
    }

    // The triangles of each tile and the border around it, in their order.
    std::vector<std::vector<int32_t>> triangles_of_tiles(const int count[2]) const {
        std::vector<std::vector<int32_t>> triangles(static_cast<size_t>(count[0]) * count[1]);
        const float side = TILE * settings.cell, margin = (BORDER + 1) * settings.cell;
        for (size_t t = 0; t < model.triangles.size(); t++) {
            const auto [a, b, c] = model.triangles[t];
            int from[2], to[2];
            for (int k = 0; k < 2; k++) {
                const auto [low, high] = std::minmax(
                    {model.vertices[a][2 * k], model.vertices[b][2 * k], model.vertices[c][2 * k]});
                const float first = std::floor((low - margin - model.low[2 * k]) / side);
                const float last = std::floor((high + margin - model.low[2 * k]) / side);
                from[k] = std::clamp(static_cast<int>(first), 0, count[k] - 1);
                to[k] = std::clamp(static_cast<int>(last), 0, count[k] - 1);
            }
            for (int ty = from[1]; ty <= to[1]; ty++) {
                for (int tx = from[0]; tx <= to[0]; tx++) {
                    triangles[static_cast<size_t>(ty) * count[0] + tx].push_back(static_cast<int32_t>(t));
                }
            }
        }
        return triangles;
    }

    // Whether all went well.
    bool build_tile(const std::vector<int32_t>& own, int tx, int ty) {
        Laps laps{result.times};
        rcContext context(false);
        const float cell = settings.cell;
        const int height = static_cast<int>(std::ceil(settings.head_room / settings.height - SLACK));
        const int climb = static_cast<int>(std::floor(settings.step / settings.height + SLACK));
        const int size[2] = {std::min(tile[0], columns[0] - tx * tile[0]) + 2 * border,
                             std::min(tile[1], columns[1] - ty * tile[1]) + 2 * border};
        const Point low = {model.low[0] + static_cast<float>(tx * tile[0] - border) * cell, model.low[1],
                           model.low[2] + static_cast<float>(ty * tile[1] - border) * cell};
        const Point high = {low[0] + static_cast<float>(size[0]) * cell, model.high[1] + settings.height,
                            low[2] + static_cast<float>(size[1]) * cell};

        Owned<rcHeightfield, rcFreeHeightField> cells(rcAllocHeightfield());
        if (!rcCreateHeightfield(&context, *cells, size[0], size[1], low.data(), high.data(), cell,
                                 settings.height)) {
            return false;
        }
        std::vector<std::array<int32_t, 3>> triangles;
        std::vector<uint8_t> own_areas;
        triangles.reserve(own.size());
        own_areas.reserve(own.size());
        for (int32_t t : own) {
            triangles.push_back(model.triangles[t]);
            own_areas.push_back(areas[t]);
        }
        if (!rcRasterizeTriangles(&context, model.vertices[0].data(), static_cast<int>(model.vertices.size()),
                                  triangles[0].data(), own_areas.data(), static_cast<int>(triangles.size()), *cells,
                                  climb)) {
            return false;
        }
        laps.lap(RASTERIZE);
        rcFilterLowHangingWalkableObstacles(&context, climb, *cells);
        rcFilterWalkableLowHeightSpans(&context, height, *cells);
        laps.lap(FILTER);
        Owned<rcCompactHeightfield, rcFreeCompactHeightfield> compact(rcAllocCompactHeightfield());
        if (!rcBuildCompactHeightfield(&context, height, climb, *cells, *compact)) {
            return false;
        }
        cells.reset();
        laps.lap(COMPACT);
        count_spans(*compact, tx, ty);
        laps.pause();

        const int min_region = static_cast<int>(settings.min_area / (cell * cell));
        if (!rcBuildDistanceField(&context, *compact) ||
            !rcBuildRegions(&context, *compact, border, min_region, MERGE_REGION)) {
            return false;
        }
        laps.lap(REGIONS);
        Owned<rcContourSet, rcFreeContourSet> contours(rcAllocContourSet());
        if (!rcBuildContours(&context, *compact, MAX_ERROR, static_cast<int>(MAX_EDGE / cell), *contours)) {
            return false;
        }
        compact.reset();
        laps.lap(CONTOURS);
        result.tiles++;
        if (contours->nconts == 0) {
            return true;
        }
        Owned<rcPolyMesh, rcFreePolyMesh> mesh(rcAllocPolyMesh());
        if (!rcBuildPolyMesh(&context, *contours, POLYGON_CORNERS, *mesh)) {
            return false;
        }
        laps.lap(MESH);
        result.polygons += mesh->npolys;
        result.area += twice_area(*mesh);
        return true;
    }

    // Counts the walkable spans of a tile without its border, and finds what hangs together.
    void count_spans(const rcCompactHeightfield& field, int tx, int ty) {
        const uint32_t nothing = std::numeric_limits<uint32_t>::max();
        std::vector<uint32_t> own(field.spanCount, nothing);
        const auto is_inner = [&](int x, int y) {
            return x >= border && y >= border && x < field.width - border && y < field.height - border;
        };
        const auto column_of = [&](int x, int y) {
            const int64_t row = static_cast<int64_t>(ty) * tile[1] + y - border;
            return row * columns[0] + static_cast<int64_t>(tx) * tile[0] + x - border;
        };
        for (int y = border; y < field.height - border; y++) {
            for (int x = border; x < field.width - border; x++) {
                const rcCompactCell& cell = field.cells[x + y * field.width];
                for (unsigned i = cell.index, end = i + cell.count; i < end; i++) {
                    if (field.areas[i] == RC_NULL_AREA) {
                        continue;
                    }
                    const rcCompactSpan& span = field.spans[i];
                    result.spans++;
                    // Those to the left and below have their labels: directions 0 and 3.
                    for (int direction : {0, 3}) {
                        const int k = rcGetCon(span, direction);
                        const int nx = x + rcGetDirOffsetX(direction), ny = y + rcGetDirOffsetY(direction);
                        if (k == RC_NOT_CONNECTED || !is_inner(nx, ny)) {
                            continue;
                        }
                        const unsigned neighbor = field.cells[nx + ny * field.width].index + k;
                        if (own[neighbor] == nothing) {
                            continue;
                        }
                        if (own[i] == nothing) {
                            own[i] = own[neighbor];
                        } else {
                            labels.join(own[i], own[neighbor]);
                        }
                    }
                    if (own[i] == nothing) {
                        own[i] = labels.add();
                        sizes.push_back(0);
                    }
                    sizes[own[i]]++;
                    if (border > 0) {
                        note_seams(field, x, y, i, own[i], is_inner, column_of);
                    }
                }
            }
        }
    }

    template <typename Inner, typename Column>
    void note_seams(const rcCompactHeightfield& field, int x, int y, unsigned i, uint32_t label,
                    const Inner& is_inner, const Column& column_of) {
        const rcCompactSpan& span = field.spans[i];
        if (x == border || y == border) {
            entries.push_back({column_of(x, y), span.y, label});
        }
        for (int direction : {1, 2}) {
            const int k = rcGetCon(span, direction);
            const int nx = x + rcGetDirOffsetX(direction), ny = y + rcGetDirOffsetY(direction);
            if (k == RC_NOT_CONNECTED || is_inner(nx, ny)) {
                continue;
            }
            const unsigned neighbor = field.cells[nx + ny * field.width].index + k;
            if (field.areas[neighbor] != RC_NULL_AREA) {
                exits.push_back({column_of(nx, ny), field.spans[neighbor].y, label});
            }
        }
    }

    // Joins what hangs together across tiles, and counts it.
    void finish() {
        std::sort(entries.begin(), entries.end(),
                  [](const Seam& a, const Seam& b) { return a.column < b.column; });
        for (const Seam& exit : exits) {
            auto entry = std::lower_bound(entries.begin(), entries.end(), exit.column,
                                          [](const Seam& a, int64_t column) { return a.column < column; });
            for (; entry != entries.end() && entry->column == exit.column; entry++) {
                // Rounding may differ from tile to tile.
                if (std::abs(entry->height - exit.height) <= 1) {
                    labels.join(entry->label, exit.label);
                }
            }
        }
        std::vector<int64_t> sums(sizes.size(), 0);
        for (uint32_t k = 0; k < sizes.size(); k++) {
            sums[labels.find(k)] += sizes[k];
        }
        const double least = settings.min_area / (static_cast<double>(settings.cell) * settings.cell);
        for (int64_t sum : sums) {
            if (sum > 0 && static_cast<double>(sum) >= least) {
                result.components++;
                result.kept += sum;
            }
        }
    }

    static int64_t twice_area(const rcPolyMesh& mesh) {
        int64_t sum = 0;
        for (int p = 0; p < mesh.npolys; p++) {
            const unsigned short* corners = &mesh.polys[static_cast<size_t>(p) * 2 * mesh.nvp];
            const auto at = [&](int k, int axis) {
                return static_cast<int64_t>(mesh.verts[static_cast<size_t>(corners[k]) * 3 + axis]);
            };
            int64_t area = 0;
            for (int k = 1; k + 1 < mesh.nvp && corners[k + 1] != RC_MESH_NULL_IDX; k++) {
                area += (at(k, 0) - at(0, 0)) * (at(k + 1, 2) - at(0, 2)) -
                        (at(k + 1, 0) - at(0, 0)) * (at(k, 2) - at(0, 2));
            }
            sum += std::abs(area);
        }
        return sum;
    }
};

// The largest resident size is counted from here.
static void forget_memory() {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";
}

static int64_t most_memory() {
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word) {
        int64_t kilobytes = 0;
        if (word == "VmHWM:" && status >> kilobytes) {
            return kilobytes * 1024;
        }
    }
    return 0;
}

static void build(const Model& model, const Settings& settings) {
    forget_memory();
    Build build(model, settings);
    int status = 0;
    if (build.num_columns() > TOO_MANY_COLUMNS) {
        status = 1;
    } else if (!build.whole() && !build.tiles()) {
        status = 2;
    }
    const Result& result = build.result;
    std::cout << "built " << status << ' ' << result.tiles;
    for (int64_t time : result.times) {
        std::cout << ' ' << time;
    }
    std::cout << ' ' << result.spans << ' ' << result.components << ' ' << result.kept << ' ' << result.polygons << ' '
              << result.area << ' ' << most_memory() << std::endl;
}

int main() {
    std::ios::sync_with_stdio(false);
    Model model;
    std::string word;
    while (std::cin >> word) {
        if (word == "load") {
            std::string path;
            std::getline(std::cin >> std::ws, path);
            if (read(path, model)) {
                std::cout << "loaded " << model.vertices.size() << ' ' << model.triangles.size() << std::endl;
            } else {
                model = Model{};
                std::cout << "unreadable " << path << std::endl;
            }
        } else if (word == "build") {
            Settings settings;
            std::cin >> settings.cell >> settings.height >> settings.slope >> settings.head_room >> settings.step >>
                settings.min_area;
            if (model.triangles.empty() || !(settings.cell > 0.0f) || !(settings.height > 0.0f)) {
                std::cout << "refused" << std::endl;
                continue;
            }
            build(model, settings);
        } else {
            std::cout << "unknown " << word << std::endl;
        }
    }
}
