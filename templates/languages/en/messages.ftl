# Messages of the docs site, the commands and the changelog. Every language has a file with the same messages and arguments.

## Language

language = English

## Punctuation, with the spaces around it

mark-colon = {": "}
mark-comma = {", "}
mark-list = {", "}
mark-stop = {"."}
mark-gap = {" "}
mark-open = {" ("}
mark-close = {")"}

## Pages

skip = Skip to the content
main = Main
here = You are here
social = Social data
models = Models
calculator = What will it cost?
guides = Guides
changelog = Changelog
downloads = Downloads
search = Search
search-hint = Search endpoints, models, guides
nothing-found = Nothing found. Try fewer words, or the name of a platform, a model or a parameter.
other-word = Nothing for “{ $wanted }”; showing “{ $shown }”.
most-words = No page has all of these words; showing those with most of them.
results-cut = { $shown } of { $found } shown: more words find fewer.
search-failed = The search index could not be loaded.
theme = Light or dark
copy = Copy
copied = Copied
as-markdown = This page as Markdown
on-this-page = On this page
acceptable-use = Acceptable use
platform = Platform
platforms = platforms
capability = Capability
capabilities = Capabilities
endpoint = Endpoint
endpoints = Endpoints
endpoint-type = Endpoint type
matrix = Platforms and capabilities
scrolls = The table scrolls sideways.
available = available
paused = paused
paused-about = Every call is refused with 503 until the catalog lists it as available again.
status = Status
not-there = not there
legend = USD; –: not there.
not-published = not published
not-known = not known
model-endpoints = Endpoints of models
workflow-records = Workflow records
price = Price
price-usd = Price, USD
by-model = depends on the model
prices = Prices
not-charged = Only a call that returns data is charged. Empty results, rejected parameters and failed upstream calls cost nothing; every page is a call.
usage-log-name = Name in the usage log
parameters = Parameters
parameter = Parameter
no-parameters = None.
kind = Type
about = What it is
required = required
optional = optional
need-unknown = whether it is required is not published
not-described = no description is published
turns-pages = Pagination cursor; see Pagination.
sent-by-client = the client sends its default
at-least-one = At least one of
and-at-least-one = And at least one of
one-of = one of these
where-things-are = Where things are
first-steps = First steps
values = Values
or = or
others-too = Others can be sent as well.
default = Default
example = Example
ignored-with = Ignored when given with
deprecated = Deprecated
source = Source
goes-to = In the body
assumption-label = Assumption
task-about = A task: submitted once, waited for, downloaded. One that fails is refunded.
videos = Which request to make, and how to get its result
call-it = Call it
in-async = Inside of an `async` function that returns a `Result`.
whole-program = A whole program
comes-back = Response
ask-for-it = Ask for it
field = Field
errors = Errors
error = Error
what-to-do = What to do
none-charged = None of these is charged. The shape of an error's body is not published.
statuses-ours = The documents publish no statuses for these endpoints: they are read as HTTP has them.
paging = Pagination
paging-about = Every page is a call of its own, with its own price. `.pages()` goes through them; where the next value is not published, `.pages_by(…)` takes it from where you say.
no-paging = How a next page is asked for is not published here. `.pages_by(…)` goes through pages by a rule of yours.
history = History
date = Date
subject = Of
change = Change
no-history = Nothing has changed since the first snapshot.
body-is-yours = The format of the body is not published: it is the caller's JSON, sent as it is.
session-about = A session over a WebSocket. What is said in it is not published: frames are the caller's.
stream-about = The reply can come as a stream of events.
models-that-answer = Models that answer here
no-endpoint = The documents show no endpoint for models of this type.
model-about = The model’s name: a constant in Rust, text on the wire.
stream-param-about = The client sets it when a stream is asked for: `.stream()` instead of `.send()`.
model = Model
billing-unit = Billing unit
context = Context
max-input = Input at most
max-output = Output at most
takes = Takes
gives = Gives
tasks = Tasks
tags = Tags
times-the-price = Times the price
response-format = Default format
efforts = Reasoning efforts
resolutions = Resolutions
longest = Seconds at most
uploads = Uploads
voice = Default voice
rules = Restrictions
constants = In Rust
health = Health of its routes
health-about = share of calls that succeeded, as the catalog says
face = What is priced
list-price = List price, USD
selling-price = Selling price, USD
listed-prices = Listed prices
record-numbers = The numbers behind the client’s estimates
number = Number
unit = Unit
unit-usd = Unit, USD
tiers = Prices under conditions
when = When
price-unknown = The price is not published.
units-about = What a number of this unit stands for is not published.
chart-about = Numbers by tier
filter = Filter
any = any
least-context = Context of at least
compare = Compare
compare-about = Tick up to four models to see them side by side.
rolling-releases = Some models are rolling releases that change under the same identifier; others carry a date in the identifier.
chosen-one = One model chosen: tick another one to compare.
chosen-some = { $count } chosen.
none-fits = No model fits these filters.
sort-about = Prices are sorted within their unit.
clear = Clear
shown = shown
cost = Cost
quantity = How much
seconds = seconds
characters = characters
tokens = tokens
calls = calls
calculator-about = Calculates the cost of a call as the client does: from the published price, else from the numbers of the record. Those need a unit that is not published; fill it in, or the cost is unknown.
wrong-number = Not a number: 1000, 1,000, 1.5, 100k and 2M can be read.
fix-it = Correct the marked field.
enter-amount = Enter an amount.
why-unit = The estimate needs the unit of { $number }, which is not published: fill it in under “Unit”.
why-number = No number is published for { $number }.
why-conditions = Which of its prices under conditions holds cannot be told.
why-listed = Published selling prices: { $prices }.
why-unit-text = The published price has the unit “{ $unit }”, which the table of unit texts does not have for this model.
by-published = Calculated from the published price.
by-tier = Calculated from the published price. Assumption: a tier multiplies it as it multiplies the number in book_faces.
by-units = Calculated from { $number } at the unit above.
basis-published = Estimates, budgets and the calculator use the published price.
basis-units = Estimates, budgets and the calculator use these numbers once their unit is set.
basis-unknown = Estimates are unknown.
pricing-guide = Pricing and its assumptions
assume-selling = Assumption: the selling price already contains the discount (discount_pct), and the unit text means what it says.
assume-tiers = Assumption: a tier multiplies the published price as it multiplies the standard number; of several tiers that hold, the one whose conditions include those of all others applies; the context (context_len) is all input tokens, cached ones included.
assume-ratios = Assumption: ratios multiply model_ratio; audio output is audio_ratio × audio_completion_ratio.
assume-groups = Assumption: groups (enable_groups) decide which accounts can use the model and do not change its price.
assume-duration = Assumption: the longest duration (max_duration_seconds) is of one generated video or one uploaded recording.
unit-of-ratio = a million input tokens at a ratio of 1
unit-of-price = a call or a second at a price of 1
unit-of-faces = a million tokens, a call or a second at 1
counted-endpoints = endpoints
counted-models = models
needs-script = This part needs JavaScript. The numbers are on each model's page.
footer = Made from the catalogs and the interface rules by Gatewright.

## Types of values

type-text = text
type-integer = integer
type-flag = true or false
type-unknown = unknown type
type-joined = values joined by “{ $separator }”
type-number = number
type-texts = list of texts
type-json = JSON
type-file = file
type-image = file or URL
type-link-image = image URL
type-link-video = video URL
type-link-audio = audio URL
type-size = size, such as 1280*720
type-ratio = aspect ratio, such as 16:9
type-ratio-or-adaptive = aspect ratio or adaptive
type-seconds = whole seconds
type-seconds-as-text = whole seconds, as text
type-object = object
type-list = list: { $items }
type-written = as defined by the format
empty-value = (empty)
count-of-characters = { $range } characters
count-of-seconds = { $range } seconds

## Pagination

paging-value = the value
paging-previous = for the next page, send { $value } of the previous response unchanged
paging-first = for all further pages, send { $value } of the first response unchanged
paging-counting = increases by one per page
paging-empty-first-page = empty for the first page; { $next }
paging-first-page = first page: `{ $first }`; { $next }

## Choice of a video request

not-chosen = not selectable
length-range = { $min } to { $max } s
length-min = { $min } s or more
length-max = up to { $max } s
size-not-chosen = not selectable; `{ $name }`: { $values }
size-free = width and height
size-of-record = see the model's record
sound-always-assumed = always (assumption)
sound-always = always
sound-on = on by default
sound-off = off by default
source-text = Text
source-first-frame = First frame
source-references = References: images, videos, recordings
source-clip = Video to edit

## Responses

response-social = JSON: an envelope with the platform's own fields, which are not documented. In Rust, `reply.data` contains them and `reply.data_as()` reads them into your own type.
response-chat = JSON in the public format of this name; the service's documents show none of its fields. In Rust, `reply.text()` returns the text and `reply.usage` the token counts.
response-json = JSON; no field is documented.
response-image = JSON with one entry per image.
response-transcript = JSON with the text.
response-file = The audio file itself, not JSON.
response-session = An open connection.
response-task = JSON with the state of the task, in response to the submission and to every poll. `$TASK_ID` is the task id in the response to the submission. Poll the same path with it until the task is done or failed; polling is free. Then download the file with `curl --output video.mp4 "$URL"` and the URL in the response, without the key.

## Prices under conditions

tier-paid = { $price } for paid accounts
tier-unnamed = unnamed
condition-context = over { $count } tokens
condition-attribute = { $path } is { $value }
condition-clock = on days { $days } of the week, hours { $hours } in { $zone }
face-paid = { $face }, paid accounts

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
face-cache-write-1h = cache write 1h
face-image-input = image input
face-image-output = image output
face-audio-input = audio input
face-audio-output = audio output
face-per-call = per call
face-video-second = video second

## Workflow records

workflow-schema = Schema of workflow records
workflow-schema-about = Every field of a record and its rule.
record-about = A workflow record: its inputs, its models, and whether it can be run.
or-null = { $type } or `null`
always-value = always { $value }
one-of-values = one of { $values }
type-scalar = text, flag or integer
type-any = any value
type-map = object with any fields
list-of = list of { $items }
list-min = { $list }, at least { $min }
list-unique = { $list }, no duplicates
text-min = text, `minLength` { $min }
text-pattern = text that matches `{ $pattern }`
text-date = date, such as `2026-01-31`
mark-semicolon = {"; "}

## Errors of the client

error-not-available-yet = The earlier response is not available yet; it is not lost.
advice-not-available-yet = The client waits and retries the request.
error-file-unreachable = The server of an image cannot be reached or refuses the download; the error names its host.
advice-file-unreachable = Check that your network reaches this host, then download the image again.
error-task-failed = The task failed; the error contains the provider's code and message.
advice-task-failed = The charge is refunded. Correct the request as the message says.
error-no-file = The task is done, but the response contains no URL of the file.
advice-no-file = Poll again later.
error-no-such-task = The gateway does not know the task.
advice-no-such-task = Check the task id and the path of the submission.
error-expired = The URL of the file has expired.
advice-expired = Poll the task to get a new URL.
error-download = The file of a finished task could not be downloaded.
advice-download = Poll the task and download the file again.
error-request = The model does not accept the request; nothing was sent.
advice-request = Correct the request as the message says.
error-over-budget = The budget does not cover the call, or the call has an unknown price; nothing was sent.
advice-over-budget = Raise the budget, or set the expected usage with `.expecting(…)`.
error-transport = The client could not connect.
advice-transport = The client retries. If it still fails, check the base URL.
error-charge-unknown = The response was lost or interrupted: the call may have been charged.
advice-charge-unknown = Check the usage log before you send the request again; the error contains the partial output.

## Downloads

file-workflow-schema-json = JSON Schema of workflow records
file-openapi-json = OpenAPI 3.1
file-openapi-3-0-json = OpenAPI 3.0
file-catalog-json = Every social endpoint with its parameters and price
file-models-json = Every model record
file-prices-csv = Published prices
file-llms-txt = List of pages for language models
file-llms-full-txt = All pages as one text
file-feed-xml = Changes as a feed
file-sitemap-xml = List of pages for search engines
downloads-about = Data for programs, generated from the same model as these pages.

## Guides

guides-about = How to use the client, and the rules of the service.
guide-start = Quickstart
guide-start-about = Install the client and make the first call.
guide-authentication = Authentication
guide-authentication-about = Set the key; the client sends it to the gateway only.
guide-use = Acceptable use
guide-use-about = Permitted uses, accounts, and what the service does not promise.
guide-chat = Chat
guide-chat-about = Three formats, streaming, tool calls and structured output.
guide-images = Images
guide-images-about = Generate, edit and save images.
guide-audio = Speech and transcription
guide-audio-about = Text to speech and speech to text.
guide-realtime = Realtime sessions
guide-realtime-about = WebSocket sessions with your own messages.
guide-videos = Videos
guide-videos-about = Choose a request, submit it, and download the result.
guide-workflows = Workflow records
guide-workflows-about = Read, check, confirm and run a workflow record.
guide-errors = Error handling
guide-errors-about = Errors, automatic retries and what is charged.
guide-limits = Limits and timeouts
guide-limits-about = Timeouts, sizes and rate limits of the client and the service.
guide-billing = Pricing
guide-billing-about = Billing units, published prices and unknown prices.
guide-budgets = Budgets
guide-budgets-about = Set a spending limit that concurrent calls cannot exceed.
guide-assumptions = Assumptions
guide-assumptions-about = Rules of the client that the documents do not show.
guide-mock = Testing with the mock gateway
guide-mock-about = Run a local gateway for tests, without a key.
guide-features = Cargo features
guide-features-about = One feature per platform and interface.

## Pages about the catalogs

history-about = Changes of the catalogs, prices and statuses over time.
models-about = Every model of the account's list, with its endpoint types, context and prices.
home-about = A typed Rust client for the social data and models of one gateway: prices, rules and examples.
at-most-of = At most { $max } of { $names }.
price-factor = { $value }: { $factor } times the price
keep-the-handle = Store it: `client.videos().resume(handle)` resumes the task.

## Fields of responses

field-always = Always `{ $value }`.
field-platform = Platform key.
field-capability = Capability name.
field-data = The platform's own fields.
field-created = Time of creation.
field-images = One entry per image.
field-image-url = URL of the image.
field-image-base64 = The image as Base64 if the request sets this format, else empty.
field-success-count = Number of images created.
field-failed-count = Number of images that failed.
field-transcript = Transcript.
field-task-id = Task id.
field-task-model = Model that runs the task.
field-progress-text = Progress as text, such as `100%`.
field-progress = Progress from 0 to 100.
field-url = URL of the file when the task is done; it can expire.
field-error-code = The provider's code if the task failed.
field-error-text-or-empty = The provider's message if the task failed, else empty.
field-error-text = The provider's message if the task failed.
field-cells = One entry per endpoint.
field-usage-log-name = Name in the usage log.
field-method = HTTP method.
field-path = Path of the endpoint.
field-params = Parameters.
field-param-name = Name in the query string.
field-param-type = `string`, `integer` or `boolean`.
field-param-required = True if the parameter is required.
field-param-default = Default value.
field-param-example = Example value.
field-param-description = Description in two languages.
field-groups = At-least-one-of groups of parameters.
field-price = Price per successful call in USD.
field-unit = Unit of the price.
field-status = `available` or `paused`.
field-constant = `{ $value }`, unless the call failed.
field-task-status = `{ $done }`: done. `{ $failed }`: failed. Any other word: running.
field-task-status-queued = `{ $queued }`: waiting. { $others }

## Restrictions of models, and what keeps a workflow record from being run

rule-tools-need-effort = Chat completions accept tools only with the reasoning effort { $effort }.
rule-tool-choices = Allowed tool choices: { $choices }.
rule-named-roles = Messages of these roles require a name: { $roles }.
rule-stateless = Responses accept no earlier response and no conversation: send all messages.
rule-max-characters = At most { $max } characters per request.
rule-max-audio-seconds = At most { $max } seconds per recording.
rule-max-upload-bytes = At most { $max } bytes per file.
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
mismatch-inputs = its inputs are not published
mismatch-outputs = its outputs are not published
mismatch-capabilities = its capabilities are not published
source-public-format = public format

## Pages of workflow records

column-field = Field
column-value = Value
column-type = Type
column-description = Description
record-runs = The binding is verified: this record can be run.
record-run-title = Run the record
record-needs-feature = Requires the Cargo feature `workflow`.
record-no-model = The binding is verified, but no model in the catalog is known to be able to run the record.
record-cannot-run = This record cannot be run:
record-inputs = Inputs
column-input = Input
column-required = Required
column-default = Default
column-allowed = Allowed values
column-cost = Affects the cost
yes = yes
no = no
record-models = Models that can run it
record-no-fits = The catalog lists no model that meets all requirements.
record-fits = According to the catalog:
record-unknown = Not enough is published about these models:
record-unknown-bound = Not enough is published about these models. They can run the record because it is bound to them by name:
record-unknown-unbound = Not enough is published about these models. They cannot run the record because it is not bound to them by name:
record-others = { $count ->
    [one] One other model does not meet the requirements, or the record is bound to other models.
   *[other] { $count } other models do not meet the requirements, or the record is bound to other models.
}
record-text = The record
record-file = File
record-schema = Schema
schema-intro = A record describes a task and its runtime binding. It is closed at every level: unknown fields are errors. Use the [JSON Schema](file:workflow.schema.json) (2020-12) with any validator; the [guide](page:guides/workflows.md) explains how to use records.
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
change-model-endpoint-added = added: endpoint type { $now }
change-model-endpoint-removed = removed: endpoint type { $was }
change-model-details = documentation changed: { $now }
change-model-rules = restrictions changed
change-model-family = group of video models changed from { $was } to { $now }
change-units-changed = units of the price numbers changed
change-fact-stale = the fact { $part } matches nothing any more and was put aside

## Parts of changes

none = none
nothing-known = unknown
unpublished = unpublished
status-available = available
status-paused = paused
name-of-model = the name of its model
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
price-face-paid = { $face } for paid accounts
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
detail-list-price = list price
tier-when = { $name } when { $when } ({ $prices })
tier-always = { $name } ({ $prices })
several-conditions = { $first } and { $others }

## Reasons of a change's class

reason-only-docs = only documentation
reason-only-listed = only data about the endpoint
reason-other-name = an item has another name
reason-other-arguments = the arguments of a function changed
reason-new-function = a function was added
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
