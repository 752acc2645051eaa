//! Generates a client of `catalog.json` into the build folder, as a module.

use std::path::Path;
use std::{env, fs};

use gatewright::{Options, Shape, Specs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=catalog.json");
    let files = [("social/catalog.json".to_owned(), fs::read("catalog.json")?)];
    let specs = Specs { files: files.into(), ..Specs::default() };

    // The report says what is wrong with the catalog, and where.
    let generated =
        gatewright::generate(&specs, &Options { shape: Shape::Module }).map_err(|report| report.render(false))?;

    let out = Path::new(&env::var("OUT_DIR")?).join("client");
    for (path, text) in generated.output.iter() {
        let path = out.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&out))?;
        fs::write(path, text)?;
    }
    Ok(())
}
