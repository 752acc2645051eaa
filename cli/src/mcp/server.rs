//! Requests of the protocol.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, GetPromptRequestParams, GetPromptResponse,
    Implementation, ListPromptsResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use super::session::Session;
use super::{arguments, call, describe, find, prompts, reply, resources, spent, tools, video};

/// Server of one session, which all its connections share.
#[derive(Clone)]
pub(super) struct Server {
    session: Arc<Session>,
}

impl Server {
    pub(super) fn new(session: Arc<Session>) -> Self {
        Self { session }
    }

    /// Runs a tool; `None` if it is unknown.
    async fn run(
        &self,
        CallToolRequestParams { name, arguments: given, .. }: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Option<CallToolResult> {
        let session = &self.session;
        let replied = match name.as_ref() {
            "find" => arguments::read(given).and_then(|it| find::find(&session.client, &it)),
            "describe" => arguments::read(given).and_then(|it| describe::describe(&session.client, &it)),
            "estimate" => arguments::read(given).and_then(|it| call::estimate(session, &it)),
            "spent" => arguments::read(given).and_then(|it| spent::spent(session, &it)),
            "call" => match arguments::read(given) {
                Ok(given) => call::call(session, given).await,
                Err(failure) => Err(failure),
            },
            "video" => match arguments::read(given) {
                Ok(given) => video::video(session, given, context).await,
                Err(failure) => Err(failure),
            },
            _ => return None,
        };
        Some(reply::result(replied, session))
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        let server = Implementation::new("gw", env!("CARGO_PKG_VERSION")).with_title("Gateway");
        ServerConfig::new(capabilities).with_server_info(server).with_instructions(tools::INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::tools()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::tools().into_iter().find(|it| it.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let ended = self.run(request, &context).await;
        let unknown = || ErrorData::invalid_params("unknown tool; help: `tools/list` lists the tools", None);
        ended.map(CallToolResponse::from).ok_or_else(unknown)
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::list()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(&request.uri, &self.session.client).map(ReadResourceResponse::from)
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::list()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(&request.name, request.arguments.unwrap_or_default()).map(GetPromptResponse::from)
    }
}
