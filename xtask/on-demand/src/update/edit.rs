//! Edits in handwritten TOML files. Comments are kept.

use anyhow::{Context as _, Result};
use gatewright::Specs;
use toml_edit::{DocumentMut, Item, value};

/// Parses a spec file. Returns an empty document if the file does not exist.
pub(crate) fn document(specs: &Specs, path: &str) -> Result<DocumentMut> {
    let text = specs.files.get(path).map_or("", |bytes| std::str::from_utf8(bytes).unwrap_or_default());
    text.parse().with_context(|| format!("{}/{path} is not TOML", specs.folder))
}

pub(crate) fn put(specs: &mut Specs, path: &str, document: &DocumentMut) {
    specs.files.insert(path.to_owned(), document.to_string().into_bytes());
}

/// Writes the version of the client.
pub(crate) fn set_version(specs: &mut Specs, version: &str) -> Result<()> {
    let mut client = document(specs, Specs::CLIENT)?;
    match client.get_mut("version") {
        // Keeps the text around it, such as a comment.
        Some(Item::Value(old)) => {
            let decor = old.decor().clone();
            *old = version.into();
            *old.decor_mut() = decor;
        }
        _ => client["version"] = value(version),
    }
    put(specs, Specs::CLIENT, &client);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_replaced_and_its_comments_stay() {
        let text = "# The crate.\nname = \"c\"\nversion = \"0.1.0\" # so far\n";
        let files = [(Specs::CLIENT.to_owned(), text.as_bytes().to_vec())].into();
        let mut specs = Specs { folder: "specs".into(), files };
        set_version(&mut specs, "0.2.0").expect("it is TOML");
        assert_eq!(specs.files[Specs::CLIENT], text.replace("0.1.0", "0.2.0").into_bytes());
    }
}
