//! Lists the languages: each folder of `templates/languages/` is one, with `messages.ftl` and `guides/`.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = fs::canonicalize("../templates/languages")?;
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut languages = entries(&folder)?;
    // English first: it is the language of everything that is not translated.
    languages.sort_by_key(|it| (name(it) != "en", it.clone()));
    let mut list = String::from("&[");
    for language in languages {
        let messages = include(&language.join("messages.ftl"));
        let guides = entries(&language.join("guides"))?;
        let guides: String = guides.iter().map(|it| format!("({:?}, {}),", name(it), include(it))).collect();
        list += &format!("File {{ code: {:?}, messages: {messages}, guides: &[{guides}] }},", name(&language));
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("languages.rs"), list + "]")?;
    Ok(())
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut all: Vec<_> = fs::read_dir(folder)?.map(|it| Ok(it?.path())).collect::<io::Result<_>>()?;
    all.sort();
    Ok(all)
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn include(path: &Path) -> String {
    format!("include_str!({:?})", path.display().to_string())
}
