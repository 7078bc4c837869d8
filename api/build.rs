//! Builds again when a migration is added: they are compiled into the crate.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
