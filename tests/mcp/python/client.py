"""Lists and calls every tool of the MCP server with the official client, over both transports and in both modes."""

import asyncio
import json
import os

import httpx2
from mcp import StdioServerParameters, stdio_client
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

TOOLS = ["find", "describe", "estimate", "call", "spent", "video"]
POST = {"operation": "p2_post", "arguments": {"note_id": "64a1f0c2000000001203a5b7"}}
VIDEO = "a_text_to_video"


def stdio():
    """A server that the client starts, which gets the variables that it needs."""
    names = ["HOME", "PATH", "GATEWAY_BASE_URL", "GATEWAY_API_KEY"]
    env = {name: os.environ[name] for name in names if name in os.environ}
    return stdio_client(StdioServerParameters(command=os.environ["GW"], args=["mcp"], env=env))


def http():
    """A server that runs already."""
    headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"}
    client = httpx2.AsyncClient(headers=headers, trust_env=False, timeout=60)
    return streamable_http_client(os.environ["URL"], http_client=client)


async def call(client, tool, arguments, **options):
    """Calls a tool, whose structured content and text must be the same."""
    result = await client.call_tool(tool, arguments, **options)
    content = result.structured_content
    assert json.loads(result.content[0].text) == content, tool
    assert {"charge", "price_usd", "remaining_usd"} <= content.keys(), (tool, content)
    return result.is_error, content


async def use(client, call_id):
    tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == TOOLS, tools
    for tool, arguments in [
        ("find", {"query": "p2 post"}),
        ("describe", {"name": "p2_post"}),
        ("estimate", POST),
        ("spent", {"since": "1h"}),
    ]:
        is_error, content = await call(client, tool, arguments)
        assert not is_error and content["charge"] == "no", (tool, content)
    first = (await call(client, "call", {**POST, "call_id": call_id}))[1]
    second = (await call(client, "call", {**POST, "call_id": call_id, "select": "."}))[1]
    assert (first["charge"], second["charge"], second["repeated"]) == ("yes", "no", True), (first, second)
    assert first["data"] == second["data"]
    is_error, refused = await call(client, "call", {**POST, "max_usd": 0.001})
    assert is_error and refused["charge"] == "no", refused

    example = (await call(client, "describe", {"name": VIDEO}))[1]["example"]
    task = (await call(client, "video", {"action": "submit", "operation": VIDEO, "arguments": example}))[1]["task"]
    steps = []

    async def progress(percent, total, message):
        steps.append(percent)

    await call(client, "video", {"action": "status", "task": task})
    arguments = {"action": "result", "task": task}
    result = (await call(client, "video", arguments, progress_callback=progress))[1]
    assert result["is_done"] and result["url"].startswith("http"), result
    assert steps == sorted(set(steps)), steps

    uris = [it.uri for it in (await client.list_resources()).resources]
    for uri in uris:
        assert (await client.read_resource(uri)).contents[0].text, uri
    prompts = (await client.list_prompts()).prompts
    assert (await client.get_prompt("research", {"topic": "green tea"})).messages
    print(f"{call_id}: {len(tools)} tools, {len(uris)} resources, {len(prompts)} prompts, {len(steps)} steps")


async def main():
    for name, transport in [("stdio", stdio), ("http", http)]:
        for mode in ["auto", "legacy"]:
            async with Client(transport(), mode=mode) as client:
                await use(client, f"python-{name}-{mode}")


asyncio.run(main())
