//! Who can see an event.
