//! Generates the client of the sample specs.

#[path = "specs.rs"]
mod specs;

use std::path::Path;
use std::{env, fs};

use gatewright::{Options, Shape};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for input in ["specs", "../../specs"] {
        println!("cargo::rerun-if-changed={input}");
    }
    let specs = specs::sample_specs(Path::new("../.."))?;
    let generated =
        gatewright::generate(&specs, &Options { shape: Shape::Module }).map_err(|report| report.render(false))?;
    let out = Path::new(&env::var("OUT_DIR")?).join("client");
    if out.exists() {
        fs::remove_dir_all(&out)?; // a file of an earlier client would be in the way
    }
    for (path, text) in generated.output.iter() {
        let path = out.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&out))?;
        fs::write(path, text)?;
    }
    Ok(())
}
