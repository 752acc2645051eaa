//! `cargo xtask refresh`: fetches the live catalogs, decides whether they can be trusted, says what changed, and leaves
//! a client behind that follows them.

mod edit;
mod fetch;
mod guard;
mod lock;
mod record;
mod sources;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, anyhow, bail};
use gatewright::model::ClientInfo;
use gatewright::{Class, Diff, Model, Report, Specs};

use crate::diff::{self, Format};
use crate::generate;
use crate::journal::{self, Hold};
use crate::paths;
use crate::progress::Progress;
use crate::tree;
use edit::Stale;
use fetch::Fetched;
use guard::{Accept, Refusal};
use lock::Lock;
use sources::{Source, Sources};

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Where the social catalog is; else GATEWAY_DASH_URL, else what specs/sources.toml says
    #[arg(long, value_name = "URL|FILE")]
    social: Option<String>,
    /// Where the model catalog is; else GATEWAY_MODELS_URL, else what specs/sources.toml says
    #[arg(long, value_name = "URL|FILE")]
    models: Option<String>,
    /// Say what would change, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// The same for a timer: exit status 0 if nothing changed, 3 if something did, 1 if it is refused
    #[arg(long, conflicts_with = "dry_run")]
    check: bool,
    /// Take over what would be refused
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    accept: Vec<Accept>,
    /// How to say what changed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Folder laid out like specs/, which is the default; another one needs --out
    #[arg(long, value_name = "DIR", requires = "out")]
    specs: Option<PathBuf>,
    /// Folder that receives the client crate; generated-client/ by default
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Take the runtime as published, in this version, instead of this workspace's by its path
    #[arg(long, value_name = "VERSION", value_parser = generate::version)]
    runtime_version: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask refresh --social https://dash.example --dry-run   what changed?
  cargo xtask refresh --accept renames                          take it over; platforms got their real keys
  cargo xtask refresh --check --format markdown                 for a timer

Exit status: 0 fine, 1 refused, 2 the call was wrong; with --check 3 when something changed.";

/// What `--check` says of a catalog that changed.
const CHANGED: u8 = 3;

impl Args {
    pub(crate) fn specs(&self) -> PathBuf {
        self.specs.clone().unwrap_or_else(|| paths::root().join("specs"))
    }

    fn out(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| paths::root().join("generated-client"))
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let folder = args.specs();
    let _hold = Hold::of(&folder)?;
    let specs = generate::read_specs(&folder)?;
    let sources = Sources::read(&folder, args.social.as_deref(), args.models.as_deref())?;
    let mut lock = Lock::read(read_text(&folder.join(lock::PATH))?.as_deref())?;
    // What is there goes with the tag of what came, should that differ in nothing that matters.
    let (arrived, tags) = fetch_all(&specs, &folder, &sources, &lock)?;
    if arrived.is_empty() {
        return unchanged("nothing changed", &folder, args, &tags);
    }
    let progress = Progress::new("comparing the catalogs");
    // Facts may have been written for what is about to come.
    let mut before = specs.clone();
    edit::take_stale_facts(&mut before)?;
    let (old, _) = read(&before).context("the specs as they are have errors\nhelp: correct them first")?;
    let step = Step::take(specs, &old, &arrived, args.accept.contains(&Accept::Renames))?;
    drop(progress);
    let Some(class) = step.diff.class() else {
        return unchanged("nothing changed that matters", &folder, args, &tags);
    };
    for it in &arrived {
        lock.set(it.path, &it.source, &it.fetched.bytes, it.fetched.etag.as_deref());
    }
    diff::print(&step.diff, args.format);
    anstream::eprint!("{}", step.report.render(true));
    refuse(&guard::check(&old, &step.model, &step.diff, sources.guards, &args.accept), &args.accept)?;
    eprintln!("{class}: {} becomes {}", old.client.version, step.model.client.version);
    if args.check {
        return Ok(CHANGED.into());
    }
    if args.dry_run {
        eprintln!("nothing was written");
        return Ok(ExitCode::SUCCESS);
    }
    write(&folder, args, &old.client, step, &lock)?;
    Ok(ExitCode::SUCCESS)
}

/// Says why a catalog is not taken over, unless all of it is accepted.
fn refuse(refusals: &[Refusal], accept: &[Accept]) -> Result<()> {
    let left: Vec<_> = refusals.iter().filter(|it| !accept.contains(&it.accept)).collect();
    if left.is_empty() {
        return Ok(());
    }
    for it in &left {
        anstream::eprintln!("refused: {}", it.why);
    }
    // All that it takes, what was accepted already included: the flag is written once.
    let names: BTreeSet<_> =
        refusals.iter().map(|it| it.accept).chain(accept.iter().copied()).map(Accept::name).collect();
    let names: Vec<_> = names.into_iter().collect();
    bail!(
        "the catalog is not taken over; nothing was written\nhelp: if it is right, say `--accept {}`",
        names.join(",")
    );
}

/// Says so, and remembers how the servers call what has not changed, so that it is not fetched again.
fn unchanged(says: &str, folder: &Path, args: &Args, tags: &Lock) -> Result<ExitCode> {
    if args.format == Format::Json {
        diff::print(&Diff::default(), args.format); // a program reads what it is given
    }
    eprintln!("{says}");
    let path = folder.join(lock::PATH);
    if !args.check && !args.dry_run && read_text(&path)?.is_none_or(|it| it != tags.text()) {
        journal::commit(folder, "a note of unchanged catalogs", &[(path, Some(tags.text().into_bytes()))].into())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A catalog as it came.
struct Arrived {
    path: &'static str,
    source: Source,
    fetched: Fetched,
}

/// What came and differs from what is there; and the lock file, should none of it matter.
fn fetch_all(specs: &Specs, folder: &Path, sources: &Sources, lock: &Lock) -> Result<(Vec<Arrived>, Lock)> {
    let wanted = [(Specs::SOCIAL, &sources.social), (Specs::MODELS, &sources.models)];
    if wanted.iter().all(|(_, source)| source.is_none()) {
        bail!(
            "nobody says where the catalogs are\n\
             help: give --social URL|FILE or --models URL|FILE, or fill in {}",
            paths::display(&folder.join("sources.toml"))
        );
    }
    let (mut arrived, mut tags) = (Vec::new(), lock.clone());
    for (path, source) in wanted {
        let Some(source) = source else { continue };
        let progress = Progress::new(&format!("fetching {source}"));
        let snapshot = specs.files.get(path).map(Vec::as_slice);
        let key = match (path, source, &sources.models_key) {
            (Specs::MODELS, Source::Url(_), Some(name)) => {
                Some(std::env::var(name).with_context(|| format!("there is no {name} in the environment"))?)
            }
            _ => None,
        };
        let fetched = fetch::fetch(source, lock.etag(path, source, snapshot), key.as_deref(), sources.limits)?;
        drop(progress);
        let Some(fetched) = fetched else { continue };
        if let Some(snapshot) = snapshot {
            tags.set(path, source, snapshot, fetched.etag.as_deref());
        }
        if Some(fetched.bytes.as_slice()) != snapshot {
            arrived.push(Arrived { path, source: source.clone(), fetched });
        }
    }
    Ok((arrived, tags))
}

fn read_text(path: &Path) -> Result<Option<String>> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

fn read(specs: &Specs) -> Result<(Model, Report)> {
    gatewright::read(specs).map_err(|report| {
        anstream::eprint!("{}", report.render(true));
        let errors = report.errors();
        anyhow!("{errors} error{} in {}", generate::plural(errors), specs.folder)
    })
}

/// The specs with the new catalogs, and what that means.
struct Step {
    specs: Specs,
    diff: Diff,
    model: Model,
    stale: Stale,
    /// What is odd about the new catalogs.
    report: Report,
}

impl Step {
    fn take(mut specs: Specs, old: &Model, arrived: &[Arrived], accept_renames: bool) -> Result<Self> {
        specs.files.extend(arrived.iter().map(|it| (it.path.to_owned(), it.fetched.bytes.clone())));
        let facts = specs.files.get(Specs::FACTS).cloned();
        let (mut stale, (mut model, mut report)) = settle(&mut specs)?;
        let mut diff = Diff::of(old, &model);
        if accept_renames && !diff.renames.is_empty() {
            edit::set_keys(&mut specs, &diff.renames)?;
            // Under their labels platforms have their facts again.
            specs.files.extend(facts.map(|it| (Specs::FACTS.to_owned(), it)));
            (stale, (model, report)) = settle(&mut specs)?;
            diff = Diff::of(old, &model);
        }
        // Constants of models that left stay for the version that this leads to, which they have a part in themselves:
        // with any version they say which. Without another change there is none, and those that are there stay.
        let draft = Class::Patch.after(&old.client.version);
        if diff.class().is_some() && edit::set_gone(&mut specs, old, &model, &draft)? {
            edit::set_version(&mut specs, &draft)?;
            (model, report) = read(&specs)?;
            diff = Diff::of(old, &model);
        }
        for keys in stale.keys() {
            diff.add_stale_fact(keys);
        }
        if let Some(class) = diff.class() {
            let version = class.after(&old.client.version);
            edit::set_gone(&mut specs, old, &model, &version)?;
            edit::set_version(&mut specs, &version)?;
            model.client.version = version;
        }
        Ok(Self { specs, diff, model, stale, report })
    }
}

/// Takes out the facts that match nothing any more, and reads the rest.
fn settle(specs: &mut Specs) -> Result<(Stale, (Model, Report))> {
    let stale = edit::take_stale_facts(specs)?;
    let read = read(specs).context(
        "a client cannot be made of the new catalog; nothing was written\n\
         help: places above are those of what was fetched, not of the snapshot, which stays as it is",
    )?;
    Ok((stale, read))
}

/// Where facts go that match nothing any more.
const STALE: &str = "social/facts.stale.toml";

/// Moves everything in: the specs, their record, and the client made of them.
fn write(folder: &Path, args: &Args, old: &ClientInfo, mut step: Step, lock: &Lock) -> Result<()> {
    let out = args.out();
    let version = step.model.client.version.clone();
    let (record, text) = record::of(&step.diff, &version)?;
    step.specs.files.insert(record, text.into_bytes());
    let (model, _) = read(&step.specs)?;
    let progress = Progress::new("generating");
    let generation = generate::make(&model, &out, args.runtime_version.as_deref())?;
    let (changes, mut batch) = tree::plan(&out, &generation.output)?;
    let mut put = |path: &str, bytes: Vec<u8>| batch.insert(folder.join(path), Some(bytes));
    put(lock::PATH, lock.text().into_bytes());
    if !step.stale.is_empty() {
        let earlier = read_text(&folder.join(STALE))?;
        put(STALE, edit::keep_stale_facts(earlier.as_deref(), &step.stale, &version)?.into_bytes());
    }
    for (path, bytes) in step.specs.files {
        put(&path, bytes);
    }
    if let Some((path, text)) = workspace_lock(&out, old, &model.client.version)? {
        batch.insert(path, Some(text.into_bytes()));
    }
    batch.retain(|path, bytes| bytes.is_none() || std::fs::read(path).ok() != *bytes);
    journal::commit(folder, &format!("the refresh to {version}"), &batch)?;
    generation.keep_parts();
    drop(progress);
    generate::say(&model, &changes, &out);
    Ok(())
}

/// The client of this workspace stands in its lock file, too, with its version.
fn workspace_lock(out: &Path, old: &ClientInfo, version: &str) -> Result<Option<(PathBuf, String)>> {
    let root = paths::root();
    if paths::relative(&root, out).context("cannot place the output folder")? != "generated-client" {
        return Ok(None);
    }
    let path = root.join("Cargo.lock");
    let entry = |version: &str| format!("name = \"{}\"\nversion = \"{version}\"\n", old.name);
    let text = read_text(&path)?.map(|text| text.replace(&entry(&old.version), &entry(version)));
    Ok(text.map(|text| (path, text)))
}
