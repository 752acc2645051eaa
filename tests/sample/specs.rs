// The sample specs, for build scripts and tests. A file of its own, since neither can import the other.

/// The specs that tests are written against: the description of the gateway from the project's specs, with catalogs that
/// no refresh changes.
pub(crate) fn sample_specs(root: &std::path::Path) -> std::io::Result<gatewright::Specs> {
    const SHARED: [&str; 3] = [gatewright::Specs::SERVICE, "assumptions.toml", "models/units.toml"];
    let mut specs = gatewright::Specs::open(root.join("specs"))?;
    specs.files.retain(|path, _| path.starts_with("gateway/") || SHARED.contains(&path.as_str()));
    specs.files.extend(gatewright::Specs::open(root.join("tests/sample/specs"))?.files);
    Ok(gatewright::Specs { folder: "specs".into(), ..specs })
}
