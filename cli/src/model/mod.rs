//! Calls of models: `gw chat`, `gw image`, `gw speech`, `gw transcribe` and `gw video`.

mod chat;
mod files;
mod send;
mod video;

use clap::{ArgMatches, Command};
use gatewright_client::{OperationSpec, ResponseKind, gateway};

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::operation::{Options, folded, model_command};
use crate::{output, spending};

/// Command of an operation with a model.
struct ModelCommand {
    name: &'static str,
    operation: &'static str,
    about: &'static str,
    /// Parameter that is an argument without a name.
    main: &'static str,
    example: &'static str,
}

const COMMANDS: [ModelCommand; 5] = [
    ModelCommand {
        name: "image",
        operation: "image",
        about: "Creates images from a description and saves them",
        main: "prompt",
        example: "gw image 'A red kettle steams on the stove.' --model pictor-image-standard --output kettle.png",
    },
    ModelCommand {
        name: "image-edit",
        operation: "image_edit",
        about: "Edits an image as described by a prompt and saves the result",
        main: "prompt",
        example: "gw image-edit 'Paint the kettle blue.' --image kettle.png --model pictor-image-standard \
                  --output blue.png",
    },
    ModelCommand {
        name: "speech",
        operation: "speech",
        about: "Creates speech from text and saves it",
        main: "input",
        example: "gw speech 'The kettle is singing.' --voice river --model vox-brief --output kettle.mp3",
    },
    ModelCommand {
        name: "transcribe",
        operation: "transcription",
        about: "Prints the transcript of a recording",
        main: "file",
        example: "gw transcribe recording.wav --model echo-scribe",
    },
    ModelCommand {
        name: "translate",
        operation: "translation",
        about: "Prints the English translation of a recording",
        main: "file",
        example: "gw translate recording.wav --model echo-scribe",
    },
];

/// Creates the commands.
pub(crate) fn commands(options: &Options) -> Vec<Command> {
    let simple = COMMANDS.iter().filter_map(|it| {
        let spec = find(it.operation)?;
        let command = model_command(it.name, spec, Some(it.main), &folded(it.example), options).about(it.about);
        let file = files::is_saved(spec).then(|| files::options(|it| it.required_unless_present(spending::ESTIMATE)));
        Some(command.args(file.into_iter().flatten()))
    });
    [chat::command()].into_iter().chain(simple).chain([video::command(options)]).collect()
}

/// Runs a command; `None` if it is another one.
pub(crate) fn run(name: &str, matches: &ArgMatches, console: &mut Console<'_>) -> Option<Result<Exit, Failure>> {
    match name {
        chat::NAME => Some(chat::run(matches, console)),
        video::NAME => Some(video::run(matches, console)),
        _ => {
            let command = COMMANDS.iter().find(|it| it.name == name)?;
            Some(send::run_operation(find(command.operation)?, matches, console))
        }
    }
}

/// Returns the options that operations with a model have besides their parameters.
pub(crate) fn options() -> Vec<clap::Arg> {
    spending::options().into_iter().chain(output::print_options()).collect()
}

/// Returns the endpoint types that a command accepts; none if there is no such command.
pub(crate) fn endpoint_types(command: &str) -> Vec<&'static str> {
    let named = COMMANDS.iter().find(|it| it.name == command).map(|it| it.operation);
    let is_of_command = |it: &&OperationSpec| match command {
        chat::NAME => matches!(it.response, ResponseKind::Chat(_)),
        video::NAME => it.response == ResponseKind::Task,
        _ => named == Some(it.key),
    };
    operations().filter(is_of_command).filter_map(|it| it.model).map(|it| it.endpoint_type).collect()
}

fn operations() -> impl Iterator<Item = &'static OperationSpec> {
    gateway::OPERATIONS.iter().flat_map(|it| it.iter()).copied()
}

fn find(id: &str) -> Option<&'static OperationSpec> {
    operations().find(|it| it.id == id)
}

/// Returns the operations that create videos.
fn video_operations() -> impl Iterator<Item = &'static OperationSpec> {
    operations().filter(|it| it.response == ResponseKind::Task)
}
