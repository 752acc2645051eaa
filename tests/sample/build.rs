//! Generates the client of the specs in `specs/`.

use std::path::Path;
use std::{env, fs};

use gatewright::{Options, Shape, Specs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=specs");
    let specs = Specs::open("specs")?;
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
