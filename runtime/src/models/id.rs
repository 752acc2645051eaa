//! The name of a model, of the type that its endpoint takes.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// The name of a model that an endpoint of kind `K` takes. A model of another kind does not compile there.
///
/// Generated clients have a constant for each model of the catalog; any other name goes in unchecked.
///
/// ```
/// use gatewright_runtime::ChatModel;
///
/// const LARGE: ChatModel = ChatModel::of_catalog("chat-large");
/// assert_eq!(LARGE.as_str(), "chat-large");
/// assert_eq!(ChatModel::unchecked("next-years-model").as_str(), "next-years-model");
/// ```
pub struct ModelId<K> {
    name: Cow<'static, str>,
    kind: PhantomData<fn() -> K>,
}

impl<K> ModelId<K> {
    /// A model of the catalog: what generated constants are made of.
    pub const fn of_catalog(name: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), kind: PhantomData }
    }

    /// Any name at all. Whether the endpoint takes it is for the gateway to say.
    pub fn unchecked(name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), kind: PhantomData }
    }

    #[cfg(feature = "http")]
    pub(crate) fn into_name(self) -> Cow<'static, str> {
        self.name
    }

    /// The name on the wire.
    pub fn as_str(&self) -> &str {
        &self.name
    }
}

impl<K> Clone for ModelId<K> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), kind: PhantomData }
    }
}

impl<K> PartialEq for ModelId<K> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl<K> Eq for ModelId<K> {}

impl<K> std::hash::Hash for ModelId<K> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl<K> fmt::Display for ModelId<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl<K> fmt::Debug for ModelId<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.name, f)
    }
}

impl<K> AsRef<str> for ModelId<K> {
    fn as_ref(&self) -> &str {
        &self.name
    }
}

/// What a model can be asked for: the endpoint types of the catalog.
pub mod kind {
    /// `openai`: chat completions.
    #[derive(Debug)]
    pub enum Chat {}
    /// `anthropic`: messages.
    #[derive(Debug)]
    pub enum Messages {}
    /// `openai-response`: responses.
    #[derive(Debug)]
    pub enum Responses {}
    /// `gemini`: the native path of that prefix.
    #[derive(Debug)]
    pub enum Gemini {}
    /// `image-generation`: images.
    #[derive(Debug)]
    pub enum Image {}
    /// `audio-speech`: speech.
    #[derive(Debug)]
    pub enum Speech {}
    /// `audio-transcription`: transcription and translation.
    #[derive(Debug)]
    pub enum Transcription {}
    /// `realtime`: sessions over a WebSocket.
    #[derive(Debug)]
    pub enum Realtime {}
    /// `openai-video`: video tasks.
    #[derive(Debug)]
    pub enum Video {}
    /// `music-generation`: the documents show no endpoint of it.
    #[derive(Debug)]
    pub enum Music {}
    /// `system-one`: the documents show no endpoint of it.
    #[derive(Debug)]
    pub enum SystemOne {}
}

/// A model for chat completions.
pub type ChatModel = ModelId<kind::Chat>;
/// A model for messages.
pub type MessagesModel = ModelId<kind::Messages>;
/// A model for responses.
pub type ResponsesModel = ModelId<kind::Responses>;
/// A model for the native Gemini-style path.
pub type GeminiModel = ModelId<kind::Gemini>;
/// A model for images.
pub type ImageModel = ModelId<kind::Image>;
/// A model for speech.
pub type SpeechModel = ModelId<kind::Speech>;
/// A model for transcription and translation.
pub type TranscriptionModel = ModelId<kind::Transcription>;
/// A model for realtime sessions.
pub type RealtimeModel = ModelId<kind::Realtime>;
/// A model for video tasks.
pub type VideoModel = ModelId<kind::Video>;
/// A model for music.
pub type MusicModel = ModelId<kind::Music>;
/// A model of the endpoint type `system-one`.
pub type SystemOneModel = ModelId<kind::SystemOne>;
