//! MCP server: with the client of rmcp over both transports, and as agents start it.

mod agent;
mod http;
mod money;
mod protocol;
mod server;
mod tools;
