// Recast and Detour behind a small protocol, so that their queries can be interleaved with everybody else's.
//
//   load CELL PATH     reads a place, builds its navigation mesh  -> built NANOSECONDS POLYGONS TILES
//   run FIRST COUNT    plans routes of the place's pairs          -> ran COUNT, then COUNT lines of
//                                                                    NANOSECONDS STATUS LENGTH RISE
//
// CELL is the width of Recast's cells in millimeters. Of a query, findNearestPoly of both ends, findPath and
// findStraightPath are timed. STATUS is 0 if an end has no polygon near it, 1 if the route is whole, 2 if it is
// partial. LENGTH is seen from above, and includes the way from the ends to their polygons. RISE is how far the
// height of a polygon is from that of its end, the larger of both.
//
// A file holds four little-endian int32 (vertices, floor triangles, wall triangles, pairs), three float32 for each
// vertex (x, height, y), three int32 for each triangle, and six float32 for each pair.

#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/DetourNavMeshQuery.h>
#include <recastnavigation/Recast.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using Clock = std::chrono::steady_clock;
using Point = std::array<float, 3>;

// What Recast is told, in meters. But for the radius and the finer cell height these are the numbers of its demo.
const float CELL_HEIGHT = 0.1f;
const float AGENT_HEIGHT = 2.0f;
const float AGENT_RADIUS = 0.24f;
const float AGENT_CLIMB = 0.9f;
const int MIN_REGION = 8 * 8;
const int MERGE_REGION = 20 * 20;
const float MAX_EDGE = 12.0f;
const float MAX_ERROR = 1.3f;
const int POLYGON_CORNERS = 6;
const float DETAIL_DISTANCE = 6.0f;
// A place with more cells than this, or one that is too much for a single mesh, is cut into tiles of so many cells
// a side.
const int64_t MAX_CELLS = 5'000'000;
const int TILE = 256;
// Where polygons are looked for around an end.
const float REACH[3] = {1.0f, 2.0f, 1.0f};
// Longest answer, in polygons and in corners.
const int MAX_PATH = 1 << 16;
// Detour cannot have more.
const int MAX_NODES = 65535;
const int MIN_NODES = 2048;

struct Place {
    float cell = 0;
    std::vector<Point> vertices;
    std::vector<std::array<int32_t, 3>> triangles;
    std::vector<uint8_t> areas;
    std::vector<std::array<Point, 2>> pairs;
    Point low{}, high{};
};

template <typename T>
static void read(std::ifstream& file, std::vector<T>& items) {
    file.read(reinterpret_cast<char*>(items.data()), static_cast<std::streamsize>(items.size() * sizeof(T)));
}

static bool read(const std::string& path, Place& place) {
    std::ifstream file(path, std::ios::binary);
    std::vector<int32_t> counts(4);
    read(file, counts);
    place.vertices.resize(counts[0]);
    place.triangles.resize(counts[1] + counts[2]);
    place.pairs.resize(counts[3]);
    // Floors come before walls: where both meet in a cell, the one that Recast hears of last decides.
    place.areas.assign(counts[1], RC_WALKABLE_AREA);
    place.areas.resize(place.triangles.size(), RC_NULL_AREA);
    read(file, place.vertices);
    read(file, place.triangles);
    read(file, place.pairs);
    if (!file || place.vertices.empty()) {
        return false;
    }
    place.low = place.high = place.vertices[0];
    for (const Point& vertex : place.vertices) {
        for (int axis = 0; axis < 3; axis++) {
            place.low[axis] = std::min(place.low[axis], vertex[axis]);
            place.high[axis] = std::max(place.high[axis], vertex[axis]);
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

// Polygons of a box with `border` cells around it, for Detour; empty if there are none. Whether all went well.
static bool build_tile(const Place& place, const std::vector<int32_t>& triangles, Point low, Point high, int border,
                       int tx, int ty, std::vector<uint8_t>& bytes) {
    rcContext context(false);
    const float cell = place.cell;
    Owned<rcHeightfield, rcFreeHeightField> cells(rcAllocHeightfield());
    int width = 0, depth = 0;
    rcCalcGridSize(low.data(), high.data(), cell, &width, &depth);
    if (!rcCreateHeightfield(&context, *cells, width, depth, low.data(), high.data(), cell, CELL_HEIGHT)) {
        return false;
    }
    const int height = static_cast<int>(std::ceil(AGENT_HEIGHT / CELL_HEIGHT));
    const int climb = static_cast<int>(std::floor(AGENT_CLIMB / CELL_HEIGHT));
    const int radius = static_cast<int>(std::ceil(AGENT_RADIUS / place.cell));
    for (int32_t t : triangles) {
        rcRasterizeTriangles(&context, place.vertices[0].data(), static_cast<int>(place.vertices.size()),
                             place.triangles[t].data(), &place.areas[t], 1, *cells, climb);
    }
    rcFilterLowHangingWalkableObstacles(&context, climb, *cells);
    rcFilterLedgeSpans(&context, height, climb, *cells);
    rcFilterWalkableLowHeightSpans(&context, height, *cells);

    Owned<rcCompactHeightfield, rcFreeCompactHeightfield> compact(rcAllocCompactHeightfield());
    if (!rcBuildCompactHeightfield(&context, height, climb, *cells, *compact)) {
        return false;
    }
    cells.reset();
    Owned<rcContourSet, rcFreeContourSet> contours(rcAllocContourSet());
    Owned<rcPolyMesh, rcFreePolyMesh> mesh(rcAllocPolyMesh());
    Owned<rcPolyMeshDetail, rcFreePolyMeshDetail> detail(rcAllocPolyMeshDetail());
    if (!rcErodeWalkableArea(&context, radius, *compact) || !rcBuildDistanceField(&context, *compact) ||
        !rcBuildRegions(&context, *compact, border, MIN_REGION, MERGE_REGION) ||
        !rcBuildContours(&context, *compact, MAX_ERROR, static_cast<int>(MAX_EDGE / cell), *contours)) {
        return false;
    }
    if (contours->nconts == 0) {
        return true;
    }
    if (!rcBuildPolyMesh(&context, *contours, POLYGON_CORNERS, *mesh) ||
        !rcBuildPolyMeshDetail(&context, *mesh, *compact, DETAIL_DISTANCE * cell, CELL_HEIGHT, *detail)) {
        return false;
    }
    if (mesh->npolys == 0) {
        return true;
    }
    std::fill(mesh->flags, mesh->flags + mesh->npolys, uint16_t{1});

    dtNavMeshCreateParams params{};
    params.verts = mesh->verts;
    params.vertCount = mesh->nverts;
    params.polys = mesh->polys;
    params.polyAreas = mesh->areas;
    params.polyFlags = mesh->flags;
    params.polyCount = mesh->npolys;
    params.nvp = mesh->nvp;
    params.detailMeshes = detail->meshes;
    params.detailVerts = detail->verts;
    params.detailVertsCount = detail->nverts;
    params.detailTris = detail->tris;
    params.detailTriCount = detail->ntris;
    params.walkableHeight = AGENT_HEIGHT;
    params.walkableRadius = AGENT_RADIUS;
    params.walkableClimb = AGENT_CLIMB;
    params.tileX = tx;
    params.tileY = ty;
    rcVcopy(params.bmin, mesh->bmin);
    rcVcopy(params.bmax, mesh->bmax);
    params.cs = cell;
    params.ch = CELL_HEIGHT;
    params.buildBvTree = true;
    uint8_t* data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&params, &data, &size)) {
        return false;
    }
    bytes.assign(data, data + size);
    dtFree(data);
    return true;
}

// Gives a tile to the mesh, which then owns it.
static bool add(dtNavMesh& mesh, const std::vector<uint8_t>& bytes) {
    auto* data = static_cast<uint8_t*>(dtAlloc(bytes.size(), DT_ALLOC_PERM));
    std::memcpy(data, bytes.data(), bytes.size());
    return dtStatusSucceed(mesh.addTile(data, static_cast<int>(bytes.size()), DT_TILE_FREE_DATA, 0, nullptr));
}

static bool build_whole(const Place& place, dtNavMesh& mesh) {
    std::vector<int32_t> all(place.triangles.size());
    for (size_t t = 0; t < all.size(); t++) {
        all[t] = static_cast<int32_t>(t);
    }
    std::vector<uint8_t> bytes;
    if (!build_tile(place, all, place.low, place.high, 0, 0, 0, bytes) || bytes.empty()) {
        return false;
    }
    auto* data = static_cast<uint8_t*>(dtAlloc(bytes.size(), DT_ALLOC_PERM));
    std::memcpy(data, bytes.data(), bytes.size());
    return dtStatusSucceed(mesh.init(data, static_cast<int>(bytes.size()), DT_TILE_FREE_DATA));
}

static bool build_tiles(const Place& place, dtNavMesh& mesh) {
    const float side = TILE * place.cell;
    const int border = static_cast<int>(std::ceil(AGENT_RADIUS / place.cell)) + 3;
    const float margin = border * place.cell;
    int count[2];
    for (int k = 0; k < 2; k++) {
        count[k] = static_cast<int>(std::ceil((place.high[2 * k] - place.low[2 * k]) / side));
    }
    auto tile_of = [&](float coordinate, int k) {
        return std::clamp(static_cast<int>(std::floor((coordinate - place.low[2 * k]) / side)), 0, count[k] - 1);
    };
    // The triangles of each tile and the border around it, in their order.
    std::vector<std::vector<int32_t>> triangles(static_cast<size_t>(count[0]) * count[1]);
    for (size_t t = 0; t < place.triangles.size(); t++) {
        int from[2], to[2];
        for (int k = 0; k < 2; k++) {
            auto [a, b, c] = place.triangles[t];
            auto [low, high] = std::minmax(
                {place.vertices[a][2 * k], place.vertices[b][2 * k], place.vertices[c][2 * k]});
            from[k] = tile_of(low - margin - place.cell, k);
            to[k] = tile_of(high + margin + place.cell, k);
        }
        for (int ty = from[1]; ty <= to[1]; ty++) {
            for (int tx = from[0]; tx <= to[0]; tx++) {
                triangles[static_cast<size_t>(ty) * count[0] + tx].push_back(static_cast<int32_t>(t));
            }
        }
    }
    dtNavMeshParams params{};
    rcVcopy(params.orig, place.low.data());
    params.tileWidth = params.tileHeight = side;
    int bits = 1;
    while ((1 << bits) < count[0] * count[1]) {
        bits++;
    }
    params.maxTiles = 1 << bits;
    params.maxPolys = 1 << (22 - bits);
    if (dtStatusFailed(mesh.init(&params))) {
        return false;
    }
    for (int ty = 0; ty < count[1]; ty++) {
        for (int tx = 0; tx < count[0]; tx++) {
            Point low = {place.low[0] + tx * side - margin, place.low[1], place.low[2] + ty * side - margin};
            Point high = {low[0] + side + 2 * margin, place.high[1], low[2] + side + 2 * margin};
            std::vector<uint8_t> bytes;
            const auto& own = triangles[static_cast<size_t>(ty) * count[0] + tx];
            if (!build_tile(place, own, low, high, border, tx, ty, bytes) || (!bytes.empty() && !add(mesh, bytes))) {
                return false;
            }
        }
    }
    return true;
}

// The navigation mesh of a place, and what its queries need.
struct Navigation {
    Owned<dtNavMesh, dtFreeNavMesh> mesh;
    Owned<dtNavMeshQuery, dtFreeNavMeshQuery> query;
    int polygons = 0, tiles = 0;

    bool build(const Place& place) {
        query.reset();
        mesh.reset(dtAllocNavMesh());
        const double area = static_cast<double>(place.high[0] - place.low[0]) * (place.high[2] - place.low[2]);
        if (area / (place.cell * place.cell) > static_cast<double>(MAX_CELLS) || !build_whole(place, *mesh)) {
            mesh.reset(dtAllocNavMesh());
            if (!build_tiles(place, *mesh)) {
                return false;
            }
        }
        polygons = tiles = 0;
        const dtNavMesh& built = *mesh;
        for (int t = 0; t < built.getMaxTiles(); t++) {
            if (const dtMeshHeader* header = built.getTile(t)->header) {
                polygons += header->polyCount;
                tiles++;
            }
        }
        // The table of nodes is cleared at each query: no larger than needed.
        query.reset(dtAllocNavMeshQuery());
        return dtStatusSucceed(query->init(mesh.get(), std::clamp(2 * polygons, MIN_NODES, MAX_NODES)));
    }
};

static float distance(const float* a, const float* b) {
    return std::hypot(a[0] - b[0], a[2] - b[2]);
}

struct Planner {
    std::vector<dtPolyRef> path = std::vector<dtPolyRef>(MAX_PATH), corners_polygons = path;
    std::vector<Point> corners = std::vector<Point>(MAX_PATH);
    std::vector<uint8_t> flags = std::vector<uint8_t>(MAX_PATH);
    dtQueryFilter filter;

    void plan(const dtNavMeshQuery& query, const std::array<Point, 2>& pair, std::ostream& out) {
        dtPolyRef polygons[2] = {0, 0};
        Point ends[2];
        int num_path = 0, num_corners = 0;
        dtStatus status = DT_FAILURE;
        const auto start = Clock::now();
        for (int k = 0; k < 2; k++) {
            query.findNearestPoly(pair[k].data(), REACH, &filter, &polygons[k], ends[k].data());
        }
        if (polygons[0] && polygons[1]) {
            status = query.findPath(polygons[0], polygons[1], ends[0].data(), ends[1].data(), &filter, path.data(),
                                    &num_path, MAX_PATH);
            if (dtStatusSucceed(status)) {
                query.findStraightPath(ends[0].data(), ends[1].data(), path.data(), num_path, corners[0].data(),
                                       flags.data(), corners_polygons.data(), &num_corners, MAX_PATH);
            }
        }
        const auto time = Clock::now() - start;
        const bool reached = num_path > 0 && path[num_path - 1] == polygons[1];
        const bool whole = reached && !dtStatusDetail(status, DT_PARTIAL_RESULT);
        double length = 0.0;
        for (int k = 0; k + 1 < num_corners; k++) {
            length += distance(corners[k].data(), corners[k + 1].data());
        }
        float rise = 0.0f;
        for (int k = 0; k < 2 && num_corners > 0; k++) {
            length += distance(pair[k].data(), ends[k].data());
            rise = std::max(rise, std::abs(pair[k][1] - ends[k][1]));
        }
        out << std::chrono::duration_cast<std::chrono::nanoseconds>(time).count() << ' '
            << (num_corners == 0 ? 0 : whole ? 1 : 2) << ' ' << length << ' ' << rise << '\n';
    }
};

int main() {
    std::ios::sync_with_stdio(false);
    std::cout.precision(9);
    Place place;
    Navigation navigation;
    Planner planner;
    std::string word;
    while (std::cin >> word) {
        if (word == "load") {
            int millimeters = 0;
            std::cin >> millimeters;
            place.cell = static_cast<float>(millimeters) / 1000.0f;
            std::string path;
            std::getline(std::cin >> std::ws, path);
            if (!read(path, place)) {
                std::cout << "unreadable " << path << std::endl;
                continue;
            }
            const auto start = Clock::now();
            const bool built = navigation.build(place);
            const auto time = Clock::now() - start;
            if (built) {
                std::cout << "built " << std::chrono::duration_cast<std::chrono::nanoseconds>(time).count() << ' '
                          << navigation.polygons << ' ' << navigation.tiles << std::endl;
            } else {
                navigation.query.reset();
                std::cout << "failed" << std::endl;
            }
        } else if (word == "run") {
            size_t first = 0, count = 0;
            std::cin >> first >> count;
            if (!navigation.query || first + count > place.pairs.size()) {
                std::cout << "refused" << std::endl;
                continue;
            }
            std::cout << "ran " << count << '\n';
            for (size_t k = first; k < first + count; k++) {
                planner.plan(*navigation.query, place.pairs[k], std::cout);
            }
            std::cout.flush();
        } else {
            std::cout << "unknown " << word << std::endl;
        }
    }
}
