# Messages of the docs site, the commands and the changelog. Every language has a file with the same messages and arguments.

## Language

language = English

## Punctuation, with the spaces around it

mark-colon = {": "}
mark-comma = {", "}
mark-list = {", "}
mark-semicolon = {"; "}
mark-stop = {"."}
mark-gap = {" "}
mark-open = {" ("}
mark-close = {")"}

## Pages

skip-to-content = Skip to content
main = Main
breadcrumbs = Breadcrumbs
social = Social data
models = Models
calculator = Cost calculator
guides = Guides
changelog = Changelog
downloads = Downloads
search = Search
search-hint = Search endpoints, models and guides
nothing-found = No results. Try fewer words, or the name of a platform, model or parameter.
other-word = No results for “{ $wanted }”; showing “{ $shown }”.
most-words = No page contains all of these words; showing the closest matches.
results-cut = { $shown } of { $found } shown. Add words to narrow the search.
search-failed = Cannot load the search index.
filter-by-price = by price
filter-context = context of { $size }
theme = Light or dark theme
copy = Copy
copied = Copied
as-markdown = View as Markdown
on-this-page = On this page
acceptable-use = Acceptable use
platforms = platforms
capability = Capability
capabilities = Capabilities
endpoint = Endpoint
endpoints = Endpoints
endpoint-type = Endpoint type
available = available
paused = paused
paused-about = Calls return 503 until the catalog lists the endpoint as available.
status = Status
dash-legend = —: not published.
unknown = unknown
model-endpoints = Model endpoints
workflow-records = Workflow records
price = Price
price-usd = Price, USD
by-model = depends on the model
prices = Prices
charging = Only calls that return data are charged. Empty results, rejected parameters and upstream failures are free. Each page is one call.
usage-log-name = Name in the usage log
parameters = Parameters
no-parameters = No parameters.
value-type = Type
description = Description
required = required
optional = optional
pagination-cursor = Pagination cursor; see Pagination.
client-sends-default = the client sends the default
at-least-one = At least one of
and-at-least-one = And at least one of
one-of = one of these
values = Values
or = or
other-values = Other values are allowed.
default = Default
example = Example
ignored-with = Ignored if sent with
deprecated = Deprecated
source = Source
body-path = Path in the body
assumption = Assumption
assumption-number = Assumption { $number }
whole-request = Whole request
all-assumptions = All assumptions
task-about = Asynchronous task: submit it, poll it, download the file. Failed tasks are refunded.
video-guide = Videos guide
code-example = Code example
async-context = Rust: run the code in an `async` function that returns a `Result`. Python: `pip install httpx`, or the SDK that the example imports. JavaScript: an ES module for Node.js 20 or later.
complete-program = Complete program
response = Response
example-response = Example response
poll-task = Poll the task
field = Field
presence = Presence
learned-fields = Learned fields
learned-legend = The service does not document these fields. Every field is optional, and responses can have other fields. In nested objects, the presence is the share of all objects with the same fields.
learned-example = The values are generated from the learned fields, not taken from a response.
learned-shortened = Long lists and objects are shortened.
learned-sample = Sample: these response fields are invented examples. Real fields are learned from recordings.
same-fields-as = same fields as
response-unpublished = The service does not publish the response fields.
recording-guide = Learn them from recordings
errors = Errors
error = Error
solution = Solution
errors-not-charged = None of these errors is charged.
status-codes-assumed = Assumption: status codes have their standard HTTP meaning.
pagination = Pagination
pagination-automatic = Call `.items()` or `.pages()` to get all results. Each page is a separate call with its own price.
pagination-manual = Call `.items()` or `.pages()` to get all results. Each page is a separate call with its own price. The response field with the next value is not documented: the client uses the only field with the parameter's name, or with `next_` before it. Otherwise, the stream ends with an error that lists the candidates.
pagination-learned = Call `.items()` or `.pages()` to get all results. Each page is a separate call with its own price. The client takes the next value from the learned path. If the field is missing, the client uses the only field with the parameter's name, or with `next_` before it.
learned-cursor = Path of the next
learned-items = Path of the items
pagination-undocumented = This endpoint has no pagination parameter.
history = History
price-history = Price history
next-steps = Next steps
estimate-calls = Estimate the cost
estimate-calls-about = Price of many calls in the calculator.
date = Date
item = Item
change = Change
price-changes = Prices and status
no-history = No changes since the first snapshot.
open-body = Request body. The client sends it unchanged.
stream-about = Supports streaming: `.stream()` returns the response as events.
supported-models = Supported models
no-endpoint = No documented endpoint accepts models of this type.
model-about = Model id: a constant in Rust, a string in JSON.
stream-param-about = Set by the client when you call `.stream()`.
model = Model
billing-unit = Billing unit
context = Context window
max-input = Maximum input
max-output = Maximum output
input = Input
output = Output
tasks = Tasks
tags = Tags
price-factors = Price factors
default-format = Default format
reasoning-efforts = Reasoning efforts
resolutions = Resolutions
max-duration = Maximum duration in seconds
upload-formats = Upload formats
default-voice = Default voice
restrictions = Restrictions
rust-constants = Rust constants
price-item = Price item
list-price = List price, USD
selling-price = Selling price, USD
listed-prices = Published prices
price-numbers = Price numbers in the catalog
number = Number
unit = Unit
tiered-prices = Tiered prices
tiers-in-usd = Prices of tiers in USD per { $unit }
tiers-in-numbers = Prices of tiers, in an unpublished unit
price-numbers-about = To use these numbers, enter the USD value of their unit:
filter = Filter
any = any
min-context = Minimum context
compare = Compare
compare-about = Select up to four models to compare them side by side.
rolling-releases = Some model ids are rolling releases: the model behind the id changes. Others contain a release date.
selected-one = One model selected. Select another one to compare.
selected-count = { $count } models selected.
no-match = No models match these filters.
sort-note = Prices are sorted within each unit, by input and then by output.
clear = Clear
cheapest = Cheapest model for
all-models = All models
provider = Provider
can = Abilities
modalities = Input → output
input-price = Input, USD
output-price = Output, USD
health = Success rate
discount = Discount
verified = Verified
loading = Loading…
show-more = Show more
more-models = and { $count } more
table-parts = Pages
table-notes = Prices are published selling prices in US dollars, without conditions. Success rate: calls that succeeded recently. Discount: on the provider’s list price, already included. Verified: day on which the list price was checked. —: not published.
presets = Examples
preset-chat = 1M chat tokens
preset-video = 10-second video
preset-images = 100 images
preset-recording = 1 hour of transcription
preset-speech = 1M characters of speech
preset-searches = 1,000 searches
presets-about = List-price estimates for the cheapest model of each kind. 1M chat tokens are 1,000 calls with 800 input and 200 output tokens.
add-row = Add a row
remove = Remove
total = Total
total-partly = without rows that have no cost
copy-link = Copy link
advanced = Advanced: units of price numbers
unit-about = Only for models without a published price: the USD value of the unit of each price number.
model-or-endpoint = Model or endpoint
more-usage = More kinds of usage, and conditions
call-count = Calls
images = images per call
health-of = { $percent } of { $calls } calls
price-numbers-hint = Numbers without a published unit. The client uses them only if no price is published.
estimate-link = Estimate a cost
record = Catalog record
shown = models shown
cost = Cost
usage = Usage
seconds = seconds
characters = characters
tokens = tokens
calls = calls
calculator-about = List-price estimates from published selling prices, with tiers and schedules. The client calculates the same amounts before a call. Each row states the usage of one call and the number of calls. The address of the page contains the rows, so you can share it.
invalid-number = Not a number. Examples: 1000, 1,000, 1.5, 100k, 2M.
fix-field = Correct the marked field.
enter-amount = Enter the usage.
why-unit = To estimate the cost, enter the USD value of { $number } under “Advanced”.
why-number = The catalog has no price for { $number }.
why-conditions = Cannot determine which tier applies.
why-listed = Published prices: { $prices }.
why-unit-text = The client does not know the unit “{ $unit }” of the published price for this model.
tier-mark = Tier
not-in-catalog = Not in this catalog, or without a published price: { $names }. The total does not include it.
over-context = { $tokens } tokens in one call are more than the context window of { $context } tokens. Enter the tokens of one call, and the number of calls.
by-published = Calculated from the published price.
by-tier = Calculated from the published price and the factor of the tier (assumption).
by-units = Calculated from { $number } and its unit under “Advanced”.
no-price = No price is published.
basis-published = Estimates, budgets and the calculator use the published price.
basis-units = Estimates, budgets and the calculator use the price numbers once you set the USD value of their unit.
basis-unknown = Estimates return an unknown price.
pricing-guide = Pricing guide
sample-models = The models, providers and model prices in these docs are invented examples. To see the models of your account, run `cargo xtask refresh --models URL` with the URL of its model list, or replace `specs/models/catalog.json`, then run `cargo xtask docs`.
unit-of-ratio = per 1M input tokens at ratio 1
unit-of-price = per call or second at price 1
unit-of-faces = per 1M tokens, call or second at number 1
counted-endpoints = endpoints
counted-models = models
needs-script = The calculator requires JavaScript. Each model page lists its prices.
footer = Generated by Gatewright from the catalogs and the API specs.

## Layout

pages = Pages
menu = Menu
close-menu = Close menu
reference = Reference
repository = Repository
copy-page = Copy as Markdown
edit-page = Edit this page
link-to-section = Link to section
previous-and-next = Previous and next page
previous-page = Previous
next-page = Next
code-languages = Languages of the example
interface-chat = Chat
interface-image = Images
interface-audio = Audio
interface-realtime = Realtime
interface-video = Videos

## Home page

home-title = One Rust client for social data and AI models
browse-endpoints = Browse endpoints
program-output = Output
tasks-title = Common tasks
platforms-title = Platforms
price-from = from { $price } USD
task-search = Get social data
task-search-about = Posts, comments, users and search results, page by page.
task-chat = Chat with a model
task-chat-about = Streaming, tool calls and structured output.
task-image = Create images
task-image-about = From a text or from other images.
task-video = Create videos
task-video-about = Submit a task, wait for it, download the file.
task-audio = Speech and transcription
task-audio-about = Text to speech, and speech to text.
task-models = Choose a model
task-models-about = Compare prices, context windows and capabilities.
task-cost = Estimate costs
task-cost-about = Price of a call before you send it.
task-budget = Limit spending
task-budget-about = A budget that concurrent calls cannot exceed.
task-mock = Test without an account
task-mock-about = A mock gateway on your own machine.

## Types of values

type-text = string
type-integer = integer
type-flag = boolean
type-unknown = unknown type
type-joined = values separated by “{ $separator }”
type-number = number
type-texts = array of strings
type-json = JSON
type-file = file
type-image = file or URL
type-link-image = image URL
type-link-video = video URL
type-link-audio = audio URL
type-size = size, such as 1280*720
type-ratio = aspect ratio, such as 16:9
type-ratio-or-adaptive = aspect ratio or adaptive
type-seconds = integer, in seconds
type-seconds-as-text = string with an integer, in seconds
type-object = object
type-list = array of { $items }
type-written = format-specific JSON
type-digits = number as a string
type-map-of = object with any keys, values: { $values }
format-url = { $type }, URL
format-time = { $type }, RFC 3339 time
format-unix-time = { $type }, Unix time
format-base64 = { $type }, Base64
empty-value = (empty)
count-of-characters = { $range } characters
count-of-seconds = { $range } seconds

## Pagination

paging-value = the value
paging-previous = for the next page, send { $value } from the previous response unchanged
paging-first = for all further pages, send { $value } from the first response unchanged
paging-counting = increases by one per page
paging-empty-first-page = empty for the first page; { $next }
paging-first-page = first page: `{ $first }`; { $next }

## Choice of a video request

not-chosen = not selectable
length-range = { $min } to { $max } s
length-min = at least { $min } s
length-max = up to { $max } s
size-not-chosen = not selectable; `{ $name }`: { $values }
size-free = width and height
size-of-record = see the model page
sound-always = always
assumed = { $value } (assumption)
sound-on = on by default
sound-off = off by default
source-text = Text
source-first-frame = First frame
source-references = References: images, videos, recordings
source-clip = Video to edit

## Responses

response-social = { $in ->
    [body] JSON with the platform's own fields.
   *[field] JSON. `{ $payload }` contains the platform's own fields.
} In Rust, use `reply.data`, or `reply.data_as()` to deserialize it into your own type.
response-learned = { $in ->
    [body] JSON with the platform's own fields, learned from { $from }.
   *[field] JSON. `{ $payload }` contains the platform's own fields, learned from { $from }.
} In Rust, `reply.typed()` returns them as a struct, and `reply.data` is the received JSON.
present-in = in { $percent } % of { $all }
present-in-all = in all of { $all }
present-in-few = in less than 1 % of { $all }
response-chat = JSON in the public format of the same name. In Rust, `reply.text()` returns the text and `reply.usage` the token counts.
response-json = JSON without documented fields.
response-image = JSON with one entry per image.
response-transcript = JSON with the transcript.
response-file = Audio file, not JSON.
response-session = Open WebSocket connection.
response-task = JSON with the task status, for the submission and for every poll. Poll the same path with the task id from the submission response (`$TASK_ID`) until the task is done or failed. Then download the file from the URL in the response, without the key: `curl --output video.mp4 "$URL"`.

## Prices under conditions

tier-paid = { $price } (paid)
tier-unnamed = unnamed
condition-context = the input is over { $count } tokens
condition-attribute = { $path } is { $value }
condition-clock = on days { $days } of the week, hours { $hours } in { $zone }
face-paid = { $face } (paid)

## Units

counted-tokens = tokens
counted-characters = characters
counted-audio-duration = audio duration
counted-per-call = calls
counted-per-second = seconds
per-unit = per { $unit }
unit-call = call
unit-image = image
unit-second = second
unit-minute = minute
unit-hour = hour
unit-token = token
unit-character = character
unit-1k-tokens = 1K tokens
unit-1m-tokens = 1M tokens
unit-1k-characters = 1K characters
unit-1m-characters = 1M characters
face-input = input
face-output = output
face-cache-read = cache read
face-cache-write = cache write
face-cache-write-1h = cache write (1 hour)
face-image-input = image input
face-image-output = image output
face-audio-input = audio input
face-audio-output = audio output
face-per-call = per call
face-video-second = video second

## Abilities and modalities of models

can-chat = Chat
can-vision = Vision
can-reasoning = Reasoning
can-tools = Tool calls
can-code = Code
can-text-to-image = Images from text
can-image-to-image = Image editing
can-text-to-video = Video from text
can-image-to-video = Video from an image
can-reference-to-video = Video from references
can-video-editing = Video editing
can-text-to-speech = Speech
can-transcription = Transcription
can-translation = Speech translation
can-text-to-music = Music
can-decision = Decisions
modality-text = text
modality-image = image
modality-audio = audio
modality-video = video

## Workflow records

workflow-schema = Workflow record schema
workflow-schema-about = Fields and rules of workflow records.
record-about = Workflow record: inputs, models and status.
or-null = { $type } or `null`
always-value = always { $value }
one-of-values = one of { $values }
type-scalar = string, boolean or integer
type-any = any value
type-map = object with any fields
list-of = list of { $items }
list-min = { $list }, at least { $min }
list-unique = { $list }, no duplicates
text-min = string, `minLength` { $min }
text-pattern = string that matches `{ $pattern }`
text-date = date, such as `2026-01-31`

## Errors of the client

error-not-available-yet = The earlier response is not available yet. It is not lost.
advice-not-available-yet = The client waits and retries the request.
error-file-unreachable = The image server cannot be reached or refuses the download. The error names the host.
advice-file-unreachable = Check that your network reaches this host, then download the image again.
error-task-failed = The task failed. The error contains the provider's code and message.
advice-task-failed = The charge is refunded. Correct the request according to the message.
error-no-file = The task is done, but the response has no file URL.
advice-no-file = Poll again later. The service does not document if the URL appears then.
error-no-such-task = Unknown task.
advice-no-such-task = Check the task id, and poll the path that you submitted the task to.
error-expired = The file URL has expired.
advice-expired = Poll the task again. The service does not document if the response then has a new URL.
error-download = The file of a finished task cannot be downloaded.
advice-download = Download the file again. If its URL has expired, poll the task again.
error-request = The model does not accept the request. Nothing was sent.
advice-request = Correct the request according to the message.
error-over-budget = The call exceeds the budget or has an unknown price. Nothing was sent.
advice-over-budget = Raise the budget, or set the expected usage with `.expecting(…)`.
error-transport = The client cannot connect.
advice-transport = The client retries. If the error persists, check the base URL.
status-other = any other
status-other-about = The service does not document this status.
on-data = social endpoints
on-model = model endpoints
on-task = polling
error-charge-unknown = The response was lost or interrupted. The call may have been charged.
advice-charge-unknown = Check the usage log before you retry. The error contains the partial output.

## Downloads

file-skill-md = Skill for AI agents: how to use these docs and the gateway
file-workflow-schema-json = JSON Schema of workflow records
file-openapi-json = OpenAPI 3.1
file-openapi-3-0-json = OpenAPI 3.0
file-catalog-json = Social endpoints with parameters and prices
file-models-json = Model records
file-prices-csv = Published prices
file-llms-txt = Page index for language models
file-llms-full-txt = All pages in one text file
file-SKILL-md = Skill for AI agents that use the command line or the MCP server
file-feed-xml = Changelog as an RSS feed
file-sitemap-xml = Sitemap for search engines
downloads-about = Machine-readable files with the data of these pages.

## Guides

guides-about = Client guides and service rules.
guide-start = Quickstart
guide-start-about = Install the client and make the first call.
guide-authentication = Authentication
guide-authentication-about = Set the API key. The client sends it to the gateway only.
guide-use = Acceptable use
guide-use-about = Permitted use, account requirements and service level.
guide-chat = Chat
guide-chat-about = Three formats, streaming, tool calls and structured output.
guide-images = Images
guide-images-about = Generate, edit and save images.
guide-audio = Speech and transcription
guide-audio-about = Text to speech and speech to text.
guide-realtime = Realtime sessions
guide-realtime-about = WebSocket sessions with your own message format.
guide-videos = Videos
guide-videos-about = Choose a request, submit it, and download the result.
guide-workflows = Workflow records
guide-workflows-about = Read, validate, approve and run workflow records.
guide-errors = Error handling
guide-errors-about = Errors, automatic retries and charges.
guide-limits = Limits and timeouts
guide-limits-about = Timeouts, size limits and rate limits.
guide-billing = Pricing
guide-billing-about = Billing units, published prices and unknown prices.
guide-budgets = Budgets
guide-budgets-about = Spending limits that concurrent calls cannot exceed.
guide-assumptions = Assumptions
guide-assumptions-about = Client rules for cases that the service does not document.
guide-cli = Command line
guide-cli-about = Call the gateway from a shell: prices, spending limits, pages, lists of inputs and receipts.
guide-agents = Agents (MCP)
guide-agents-about = Give AI agents access to the gateway, within a budget.
guide-mock = Testing with the mock gateway
guide-mock-about = Run a local gateway for tests. No API key required.
guide-pagination = Pagination
guide-pagination-about = All results of an endpoint: items, pages, cursors and page numbers.
guide-recipes = Recipes
guide-recipes-about = Short programs for common tasks: pagination, tests, caching, rate limits, proxies, tracing, budgets.
guide-features = Cargo features
guide-features-about = One Cargo feature per platform and interface.

## Pages about the catalogs

history-about = Changes of catalogs, prices and status.
models-about = All models in the catalog, with endpoint types, context windows and prices.
home-about = Typed Rust client for social data and AI models behind one gateway.
at-most-of = At most { $max } of { $names }.
price-factor = { $value }: price × { $factor }
keep-the-handle = Store the handle: `client.videos().resume(handle)` resumes the task.

## Fields of responses

field-always = Always `{ $value }`.
field-platform = Platform key.
field-capability = Capability name.
field-data = The platform's own fields.
field-created = Creation time.
field-images = One entry per image.
field-image-url = Image URL.
field-image-base64 = Base64-encoded image if requested, else empty.
field-success-count = Number of generated images.
field-failed-count = Number of failed images.
field-transcript = Transcript.
field-task-id = Task id.
field-task-model = Model that runs the task.
field-progress-text = Progress as a string, such as `100%`.
field-progress = Progress from 0 to 100.
field-url = File URL when the task is done. The URL can expire.
field-error-code = The provider's error code if the task failed.
field-error-text-or-empty = The provider's error message if the task failed, else empty.
field-error-text = The provider's error message if the task failed.
field-cells = One entry per endpoint.
field-usage-log-name = Name in the usage log.
field-method = HTTP method.
field-path = Path of the endpoint.
field-params = Parameters.
field-param-name = Name of the query parameter.
field-param-type = `string`, `integer` or `boolean`.
field-param-required = True if the parameter is required.
field-param-default = Default value.
field-param-example = Example value.
field-param-description = Bilingual description.
field-groups = At-least-one-of groups.
field-price = Price per successful call, in USD.
field-unit = Unit of the price.
field-status = `available` or `paused`.
field-code = `{ $value }` if the call succeeded.
field-task-status = `{ $done }`: done. `{ $failed }`: failed. Any other value: running.
field-task-status-assumed = `{ $done }`: done. `{ $failed }`: failed. Any other value: running (assumption).
field-task-status-queued = `{ $queued }`: queued. { $others }

## Restrictions of models, and what keeps a workflow record from being run

rule-tools-need-effort = Chat completions support tools only with the reasoning effort { $effort }.
rule-tool-choices = Allowed tool choices: { $choices }.
rule-named-roles = Messages with these roles require a name: { $roles }.
rule-stateless = The Responses format is stateless: send all messages, not a previous response or conversation.
rule-max-characters = At most { $max } characters per request.
rule-max-audio-seconds = At most { $max } seconds per recording.
rule-max-upload-bytes = At most { $max } bytes per file.
rule-wav-bits = WAV files must be { $bits }-bit PCM.
unmet-binding = the runtime binding is `{ $status }`; it must be `verified`
unmet-contract = the contract is `{ $status }`; it must be `verified`
unmet-evidence = the runtime evidence is `{ $status }`; it must be `verified`
unmet-blocked-without-reason = the record is blocked, but `blocking_reason` is empty
unmet-blocked = the record is blocked: { $reason }
unmet-endpoint = the runtime binding has no endpoint
unmet-operation = this client has no operation for workflow records at `{ $path }`
unmet-place = `request_field_map` does not map the input `{ $id }` to a field
unmet-input = unknown input `{ $id }` in `request_field_map`
unmet-twice = duplicate input `{ $id }`
unmet-shared = two inputs are mapped to `{ $place }`; one of them would be lost
unmet-unread = `{ $operation }` has no parameter `{ $place }`
unmet-group = `{ $operation }` requires one of { $names }, but no input provides it
unmet-required = `{ $operation }` requires { $names }, but no input provides it
unmet-named = unknown operation `{ $id }` at this endpoint
unmet-implementation = `{ $field }` is listed in `known_unimplemented_fields`
mismatch-inputs = unknown inputs
mismatch-outputs = unknown outputs
mismatch-capabilities = unknown capabilities
source-public-format = public format

## Pages of workflow records

column-field = Field
column-value = Value
column-type = Type
column-description = Description
record-runs = The binding is verified: this record can be run.
record-run-title = Run the record
record-needs-feature = Requires the Cargo feature `workflow`.
record-no-model = The binding is verified, but no model in the catalog is known to support the record.
record-cannot-run = This record cannot be run:
record-inputs = Inputs
column-input = Input
column-required = Required
column-default = Default
column-allowed = Allowed values
column-cost = Affects the cost
yes = yes
no = no
record-models = Supported models
record-no-fits = No model in the catalog meets all requirements.
record-fits = These models meet all requirements:
record-unknown = The catalog lacks data about these models:
record-unknown-bound = The catalog lacks data about these models. They can run the record because it is bound to them by name:
record-unknown-unbound = The catalog lacks data about these models. They cannot run the record because it is not bound to them by name:
record-others = { $count ->
    [one] One other model does not meet the requirements, or the record is bound to other models.
   *[other] { $count } other models do not meet the requirements, or the record is bound to other models.
}
record-text = Record as JSON
record-file = JSON file
record-schema = Schema
schema-intro = A record describes a task and its runtime binding. Unknown fields are errors. You can validate records with the [JSON Schema](file:workflow.schema.json) (2020-12). To run records, see [Workflow records](page:guides/workflows.md).
schema-examples = Examples
optional-mark = {" (optional)"}

## Changes of the catalogs: the kind of a change is the end of its id

change-platform-added = added: platform with { $now }
change-platform-removed = removed: platform with { $was }
change-platform-key = key changed from { $was } to { $now }
change-platform-name = renamed from { $was } to { $now }
change-alias-removed = removed: deprecated name { $was }
change-interface-added = added: interface with { $now }
change-interface-removed = removed: interface with { $was }
change-endpoint-added = added: endpoint, { $now }
change-endpoint-removed = removed: endpoint
change-endpoint-paused = paused
change-endpoint-back = available again
change-endpoint-status = status changed from { $was } to { $now }
change-endpoint-name = function renamed from { $was } to { $now }
change-endpoint-route = route changed from { $was } to { $now }
change-endpoint-format = { $part } changed from { $was } to { $now }
change-usage-log-name = name in the usage log changed from { $was } to { $now }
change-price-up = price raised from { $was } to { $now } (+{ $by })
change-price-down = price lowered from { $was } to { $now } (−{ $by })
change-price-published = price published: { $now }
change-price-withdrawn = price { $was } no longer published
change-unit-changed = unit of the price changed from { $was } to { $now }
change-param-added = added: parameter { $part } ({ $now })
change-param-removed = removed: parameter { $part }
change-param-renamed = parameter { $was } renamed to { $now }
change-param-required = parameter { $part } is now required{ $now }
change-param-optional = parameter { $part } is now { $now }
change-param-type = type of parameter { $part } changed from { $was } to { $now }
change-param-default = default of { $part } changed from { $was } to { $now }
change-param-limits = limits of { $part } changed from { $was } to { $now }
change-param-name = function of { $part } renamed from { $was } to { $now }
change-param-deprecated = deprecated: parameter { $part }
change-param-restored = parameter { $part } is no longer deprecated
change-group-added = added: at least one of { $now } is required
change-group-removed = removed: at least one of { $was }
change-group-changed = required group changed from { $was } to { $now }
change-member-added = { $part } added to the group { $now }
change-member-removed = { $part } removed from the group { $was }
change-value-added = added: named value { $now } of { $part }
change-value-removed = removed: named value { $was } of { $part }
change-value-changed = named value of { $part } is sent as { $now } instead of { $was }
change-paging-changed = pagination changed from { $was } to { $now }
change-data-added = type { $part } of responses added
change-data-removed = type { $part } of responses removed
change-data-field-added = field { $part } of responses added ({ $now })
change-data-field-removed = field { $part } of responses removed
change-data-field-type = type of { $part } in responses changed from { $was } to { $now }
change-docs-changed = documentation changed: { $now }
change-model-added = added: model, { $now }
change-model-removed = removed: model
change-model-back = model is back
change-constant-dropped = removed: deprecated constant of a removed model
change-constant-renamed = constant renamed from { $was } to { $now }
change-model-price-up = { $part } raised from { $was } to { $now }
change-model-price-down = { $part } lowered from { $was } to { $now }
change-model-price-published = { $part } published: { $now }
change-model-price-withdrawn = { $part } { $was } no longer published
change-model-tiers = tiers changed from { $was } to { $now }
change-model-billing = billing unit changed from { $was } to { $now }
change-model-context = { $part } changed from { $was } to { $now }
change-model-field = { $part } changed from { $was } to { $now }
change-model-endpoint-added = added: endpoint type { $now }
change-model-endpoint-removed = removed: endpoint type { $was }
change-model-details = documentation changed: { $now }
change-model-rules = restrictions changed
change-model-family = group of video models changed from { $was } to { $now }
change-units-changed = units of the price numbers changed
change-fact-stale = the fact { $part } no longer matches anything and was put aside

## Parts of changes

none = none
nothing-known = unknown
unpublished = unpublished
status-available = available
status-paused = paused
name-of-model = the name of its model
count-responses = { $count ->
    [one] one response
   *[other] { $count } responses
}
count-objects = { $count ->
    [one] one object
   *[other] { $count } objects
}
more-fields = { $count ->
    [one] One more field.
   *[other] { $count } more fields.
}
count-endpoints = { $count ->
    [one] one endpoint
   *[other] { $count } endpoints
}
needs-group = at least one of { $names }
needs = requires { $params }
needs-nothing = no required parameters
needs-with-price = { $needs }, { $price } USD
needs-with-unknown-price = { $needs }, unknown price
less-than-tenth-percent = less than 0.1 %
from-zero = from zero
part-reply = response format
part-input = input format
part-endpoint-type = endpoint type
part-family = group of models
part-counts = number of values
part-billing = billing
part-sending = the location of `{ $name }`
part-docs = docs
part-purpose = summary
part-notes = notes
part-param = parameter { $name }
part-value = named value { $value } of { $name }
part-whole-endpoint = of the whole endpoint
count-range = { $min } to { $max } of { $names }
count-min = at least { $min } of { $names }
param-kind-and-need = { $kind }, { $need }
need-required = required
need-default-sent = required, with a default
need-default-optional = optional, the client sends its default
need-group = in a group
need-unpublished = required or not: unpublished
need-optional = optional
now-optional = optional
now-optional-with-default = optional, since it has a default
now-unpublished = not marked as required
and-has-default = {", and has a default"}
value-times = { $value } times { $factor }
type-several-values = several named values, joined by “{ $separator }”
no-endpoint-accepts = no endpoint accepts it
price-ratio-input = input ratio
price-ratio-output = output ratio
price-ratio-cache = cached input ratio
price-ratio-create-cache = cache write ratio
price-ratio-image = image ratio
price-ratio-audio = audio ratio
price-ratio-audio-output = audio output ratio
price-of-model = price
price-selling = selling price
price-selling-face = selling price of { $face }
price-face = { $face }
price-face-paid = { $face } (paid)
part-context = context
part-max-input = maximum input
part-max-output = maximum output
count-tokens = { $count } tokens
detail-description = description
detail-specs = specs
detail-tags = tags
detail-capabilities = capabilities
detail-tasks = tasks
detail-default-voice = default voice
detail-default-format = default format
detail-speech-input = speech input
detail-upload-formats = upload formats
detail-login-required = login requirement
detail-max-duration = maximum duration in seconds
detail-input-modalities = input modalities
detail-output-modalities = output modalities
detail-reasoning-efforts = reasoning efforts
detail-resolutions = resolutions
detail-list-price = list price
tier-when = { $name } ({ $when }): { $prices }
tier-always = { $name }: { $prices }
several-conditions = { $first } and { $others }

## Reasons of a change's class

reason-only-docs = only documentation
reason-only-listed = only catalog data of the endpoint
reason-other-name = an item has another name
reason-other-arguments = the arguments of a function changed
reason-new-function = a function was added
reason-type-added = a type was added
reason-type-removed = a type was removed
reason-field-added = a field was added to a type that can get more fields
reason-field-removed = a field was removed
reason-other-field-type = a field or an associated type has another type
reason-no-function = a function was removed
reason-same-api = the API stays the same
reason-only-record = only data of the record
reason-endpoint-removed = its function and type were removed
reason-endpoint-added = a function and a type were added
reason-other-type = the input or output type of a function changed
reason-pages-added = `pages()` was added
reason-pages-removed = `pages()` was removed
reason-module-removed = its module, feature and functions were removed
reason-module-added = a module, a feature and functions were added
reason-old-names-stay = the old names stay in this version, deprecated
reason-module-renamed = its module, feature and function have other names
reason-rust-name-stays = its name in Rust stays the same
reason-alias-removed = its module, feature and function were removed
reason-other-position = the position of the argument changed
reason-same-name = its function has the same name
reason-by-position = the argument is positional
reason-function-renamed = its function has another name
reason-compiler-warns = the compiler warns about it
reason-field-type = the type of a field changed
reason-narrower-type = values of other types no longer compile
reason-text-still-accepted = text is still accepted, next to named values
reason-variant-removed = its variant was removed
reason-variant-added = a variant was added
reason-setter-removed = its setter was removed
reason-constant-removed = its constant was removed
reason-no-constant = it had no constant
reason-constant-stays = its constant stays in this version, deprecated
reason-a-constant-removed = a constant was removed
reason-constant-added = a constant was added
reason-not-accepted = no endpoint accepts it, so it has no constant
reason-old-constant-stays = the old constant stays in this version, deprecated
reason-constant-renamed = its constant has another name
reason-constant-type = the type of its constant changed
reason-was-not-accepted = no endpoint accepted it
reason-only-facts = only facts in the specs
price-of-face = { $face } { $price }
condition-other = { $condition }

## Tables of guides

column-request = Request
column-duration = Duration
column-size = Size
column-audio = Audio
column-models = Models
