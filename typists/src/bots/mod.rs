//! Bots, as they are seen on typing sites, from the naive to the careful.
