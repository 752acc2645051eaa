//! Options about output.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use gatewright_client::visible;

use super::Format;
use crate::exit::Failure;

pub(crate) const FORMAT: &str = "format";
pub(crate) const SELECT: &str = "select";
const OUTPUT: &str = "output";
const OVERWRITE: &str = "overwrite";
/// Heading of the options in the help.
pub(crate) const HEADING: &str = "Output";

/// Returns the options about output, which all commands that print data have.
pub(crate) fn options() -> [Arg; 4] {
    let [format, select] = print_options();
    let format = format
        .help("Format of the data [default: by the extension of the file; a table on a terminal; otherwise JSON]");
    let output = Arg::new(OUTPUT).long(OUTPUT).value_name("FILE").value_parser(value_parser!(PathBuf));
    let output = output.help("Write the data to a file; `-` is the standard output").help_heading(HEADING);
    [format, select, output, overwrite()]
}

/// Returns the path of the output file, if there is one.
pub(crate) fn path(matches: &ArgMatches) -> Option<&PathBuf> {
    matches.try_get_one::<PathBuf>(OUTPUT).ok().flatten().filter(|it| it.as_os_str() != "-")
}

/// Returns the option that allows to replace a file.
pub(crate) fn overwrite() -> Arg {
    let overwrite = Arg::new(OVERWRITE).long(OVERWRITE).action(ArgAction::SetTrue);
    overwrite.help("Replace the file if it exists").help_heading(HEADING)
}

/// Refuses a file that has data, which may have been paid for, unless an option allows to replace it.
pub(crate) fn check_replaced(path: &Path, matches: &ArgMatches) -> Result<(), Failure> {
    let has_data = path.metadata().is_ok_and(|it| it.is_file() && it.len() > 0);
    if !has_data || matches.get_flag(OVERWRITE) {
        return Ok(());
    }
    let problem = format!("cannot write `{}`: it exists", visible(&path.to_string_lossy()));
    Err(Failure::refused(format!("{problem}; help: `--{OVERWRITE}` replaces it")))
}

/// Returns the options about printed data, without the one for a file.
pub(crate) fn print_options() -> [Arg; 2] {
    let format = Arg::new(FORMAT)
        .long(FORMAT)
        .value_name("FORMAT")
        .value_parser(PossibleValuesParser::new(Format::ALL.map(|it| it.0)));
    let format = format.help("Format of the data [default: a table on a terminal, otherwise JSON]");
    let select = Arg::new(SELECT).long(SELECT).value_name("FILTER").help("Filter in jq's language, such as '.title'");
    [format, select].map(|it| it.help_heading(HEADING))
}

/// Returns true if the user has chosen how data is printed.
pub(crate) fn is_chosen(matches: &ArgMatches) -> bool {
    [FORMAT, SELECT].iter().any(|it| matches.contains_id(it))
}
