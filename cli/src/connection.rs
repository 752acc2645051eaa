//! Connection to the gateway: base URL, key and client.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use gatewright_client::{BudgetFile, Client, SERVICE, Usd, visible};

use crate::exit::Failure;
use crate::settings::{self, BASE_URL, KEY_FILE, Settings};

/// Base URL and key.
pub(crate) struct Connection {
    base_url: String,
    key: String,
    /// URL of the dashboard.
    dash_url: Option<String>,
}

impl Connection {
    /// Reads base URL and key from the options, from the variables that the generated client reads, or from the configuration.
    pub(crate) fn read(matches: &ArgMatches, settings: &Settings) -> Result<Self, Failure> {
        let names = SERVICE.environment;
        let missing = |what: &str, name: &str, option: &str| {
            Failure::refused(format!("cannot find the {what}; help: set the variable `{name}`, or use `--{option}`"))
        };
        let base_url = matches.get_one::<String>(BASE_URL).cloned().or_else(|| settings::variable(names.base_url));
        let base_url = base_url.or_else(|| settings.base_url.clone());
        let key = match (matches.get_one::<PathBuf>(KEY_FILE), settings::variable(names.key), &settings.key_file) {
            (Some(path), _, _) | (None, None, Some(path)) => Some(read_key(path)?),
            (None, key, _) => key,
        };
        Ok(Self {
            base_url: base_url.ok_or_else(|| missing("base URL of the gateway", names.base_url, BASE_URL))?,
            key: key.ok_or_else(|| missing("key", names.key, KEY_FILE))?,
            dash_url: settings::variable(names.dash_url),
        })
    }

    /// Creates a client that writes receipts and keeps the spending limits.
    pub(crate) fn client(
        &self,
        settings: &Settings,
        max: Option<Usd>,
        output: Option<&PathBuf>,
    ) -> Result<Client, Failure> {
        let receipts = settings.create_receipts()?;
        let file = match settings.daily_budget {
            Some(limit) => BudgetFile::new(receipts, limit).per_day(),
            None => BudgetFile::without_limit(receipts),
        };
        // Receipts are never replaced by sums.
        let file = file.max_size(u64::MAX);
        let file = output.iter().fold(file, |file, it| file.output(it.to_string_lossy()));
        let builder = Client::builder(&self.base_url, &self.key).budget_file(file);
        let builder = self.dash_url.iter().fold(builder, |builder, it| builder.dash_url(it));
        let builder = max.into_iter().fold(builder, |builder, it| builder.budget(it));
        Ok(builder.build()?)
    }
}

/// Reads a key from a file that other users cannot read.
fn read_key(path: &Path) -> Result<String, Failure> {
    let shown = visible(&path.to_string_lossy()).into_owned();
    let cannot_read =
        |problem: std::io::Error| Failure::refused(format!("cannot read the key file `{shown}`: {problem}"));
    #[cfg(unix)]
    {
        let metadata = std::fs::metadata(path).map_err(cannot_read)?;
        if std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o077 != 0 {
            let problem = format!("cannot use the key file `{shown}`: other users can read it");
            return Err(Failure::refused(format!("{problem}; help: run `chmod 600` on it")));
        }
    }
    let text = std::fs::read_to_string(path).map_err(cannot_read)?;
    match text.trim() {
        "" => Err(Failure::refused(format!("cannot use the key file `{shown}`: it is empty"))),
        key => Ok(key.to_owned()),
    }
}
