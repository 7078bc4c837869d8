//! The layers of the crate.

use std::{fs, path::PathBuf};

/// The types of Socket.IO, which is above Engine.IO.
const ABOVE: [&str; 8] = ["Ack", "Application", "Arguments", "Connect", "Encoded", "Event", "Scope", "Socket"];

#[test]
fn engine_io_uses_nothing_of_socket_io() {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/engineio")];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = fs::read_to_string(&path).unwrap();
            let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
            for word in code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric())) {
                assert!(!ABOVE.contains(&word), "{} uses {word}", path.display());
            }
        }
    }
}
