//! The way from a 3D model to walkable layers, judged by code that shares nothing with it.
//!
//! `hand` has models with known answers, `rational` decides what is walkable with fractions, `definitions` whether a scene is one. `judges` tests
//! these judges with planted mistakes; `known`, `agreement`, `labels` and `metamorphic` judge the extractor.

mod agreement;
mod changes;
mod compare;
mod definitions;
mod fan;
mod flat;
mod ground;
mod hand;
mod judged;
mod judges;
mod known;
mod labels;
mod maker;
mod metamorphic;
#[path = "../../examples/extract_judge/plumb.rs"]
mod plumb;
mod random;
mod rational;
#[path = "../../examples/extract_judge/rays.rs"]
mod rays;
mod slices;
mod soups;
mod spirals;
