//! The workflow record. Each type is described once: its Rust type, its rules and its JSON Schema come from this file.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::TextRule;
use super::describe::{is_optional, json_name, objects, texts, words};
use super::part::{Field, Kind, Part, Shape, take};
use super::text::{Text, TextKind};
use super::values::{False, List, Scalar, True, UniqueList};

objects! {
    /// A task and its runtime binding: inputs, executor, data handling and verification status.
    Workflow {
        /// Schema that the record declares.
        schema as "$schema" [optional]: Option<Words>,
        /// Canonical URL that the record declares.
        canonical_url [optional]: Option<Words>,
        /// Program that wrote the record.
        generated_by [optional]: Option<GeneratedBy>,
        /// Version of the record schema.
        schema_version: SchemaVersion,
        /// Status of the contract.
        contract_status: ContractStatus,
        /// Id of the workflow in programs.
        workflow_id: Slug,
        /// Name of the workflow in URLs.
        slug: Slug,
        /// Display name of the workflow.
        title: Words,
        /// Summary in one or two sentences.
        summary: Words,
        /// Date of the last change.
        last_modified: Date,
        /// Search engine, sitemap and language settings.
        discovery: Discovery,
        /// Inputs of the workflow.
        inputs: List<Input, 2>,
        /// Requirements for the model that runs the workflow.
        executor_query: ExecutorQuery,
        /// Operation and models that run the workflow, and their verification status.
        runtime_binding: RuntimeBinding,
        /// Data handling, shown before any data is sent.
        privacy_preflight: PrivacyPreflight,
        /// Rules for recovery from errors.
        recovery_policy: RecoveryPolicy,
        /// Conditions that a result must meet to be accepted.
        acceptance_checks: UniqueList<Words, 1>,
        /// Next step that the page of the workflow offers.
        continue_action: ContinueAction,
        /// Origin of the record.
        provenance: Provenance,
    }

    /// Search engine, sitemap and language settings.
    Discovery {
        /// True if search engines may index the workflow.
        indexable: bool,
        /// True if the sitemap lists the workflow.
        sitemap: bool,
        /// Languages of the description.
        locales: UniqueList<Locale, 1>,
    }

    /// Value that the caller provides.
    Input {
        /// Id of the input.
        id: InputId,
        /// Type of the value.
        type_ as "type": InputType,
        /// True if the input is required.
        required: bool,
        /// Purpose of the input.
        description: Words,
        /// Evidence status of the input.
        evidence_status: EvidenceStatus,
        /// Default value.
        default: Option<Scalar>,
        /// Allowed values, if they are limited.
        allowed_values: Vec<Value>,
        /// True if the value affects the cost of a run.
        cost_sensitive: bool,
    }

    /// Requirements for the model that runs the workflow.
    ExecutorQuery {
        /// Required input modalities.
        input_modalities: UniqueList<String, 1>,
        /// Required output modalities.
        output_modalities: UniqueList<String, 1>,
        /// Other required capabilities.
        required_capabilities: UniqueList<String, 1>,
        /// Policy for choosing one of several models, in words.
        selection_policy: Words,
    }

    /// Operation and models that run the workflow. It can be executed only if the binding is verified.
    RuntimeBinding {
        /// Status of the binding.
        status: BindingStatus,
        /// Version of the contract.
        contract_version: Option<String>,
        /// Path of the OpenAPI document.
        openapi_path: Option<String>,
        /// Path of the recorded example.
        fixture_path: Option<String>,
        /// Id of the operation that the workflow calls.
        operation_id: Option<String>,
        /// Status of the operation.
        operation_status: Option<String>,
        /// Version of the workflow.
        workflow_version: Option<String>,
        /// Status of the package.
        package_status: Option<String>,
        /// Version of the capability profile that the binding was checked with.
        capability_profile_version: Option<String>,
        /// Evidence of the capabilities.
        capability_evidence: Option<String>,
        /// Source of the price.
        price_source: Option<String>,
        /// Source of the availability.
        availability_source: Option<String>,
        /// Time of the last verification.
        last_verified_at: Option<String>,
        /// Reason why the workflow cannot be executed.
        blocking_reason: Option<String>,
        /// Dashboard commit that the binding was checked with.
        dash_commit_sha: Option<CommitSha>,
        /// Path of the endpoint that the workflow calls.
        endpoint: Option<EndpointPath>,
        /// SHA-256 digest of the contract's semantics.
        semantic_digest_sha256: Option<Sha256>,
        /// Fields that are known not to be implemented yet.
        known_unimplemented_fields: UniqueList<String, 0>,
        /// Models that the workflow is bound to.
        model_ids: UniqueList<String, 0>,
        /// Map from input ids to fields of the request.
        request_field_map: Map<String, Value>,
    }

    /// Data handling, shown before any data is sent.
    PrivacyPreflight {
        /// Always true: this information is shown before any data is sent.
        required_before_transfer: True,
        /// Region where the data is processed.
        processing_region: String,
        /// Retention of the data.
        retention: String,
        /// Use of the data for model training.
        training_use: String,
        /// Deletion of the data.
        deletion: String,
        /// Commercial use of the results.
        commercial_use: String,
        /// Watermarks in the results.
        watermark: String,
    }

    /// Rules for recovery from errors.
    RecoveryPolicy {
        /// Always true: the client resumes the same task before it starts another one.
        resume_same_task_first: True,
        /// Always false: the client never switches to another model automatically.
        automatic_fallback: False,
        /// Always true: the client sends no further request while the charge is unknown.
        stop_when_charge_state_unknown: True,
        /// Actions that require a person's consent.
        confirmation_required_for: UniqueList<String, 1>,
    }

    /// Next step that the page of the workflow offers.
    ContinueAction {
        /// True if there is a next step.
        enabled: bool,
        /// URL of the next step.
        href: Option<String>,
        /// Reason why there is a next step or none.
        reason: Words,
    }

    /// Origin of the record.
    Provenance {
        /// Id of the requirement behind the record.
        requirement_id: RequirementId,
        /// Kind of source.
        source_kind: Words,
        /// Evidence that the workflow runs.
        runtime_evidence: RuntimeEvidence,
    }
}

words! {
    /// Program that wrote the record.
    #[derive(Default)]
    GeneratedBy {
        #[default]
        GenWorkflows = "scripts/gen_workflows.py",
    }

    /// Version of the record schema.
    #[derive(Default)]
    SchemaVersion {
        #[default]
        V1 = "gateway.workflow.v1",
    }

    /// Status of the contract.
    ContractStatus {
        DraftUnverified = "draft_unverified",
        ContractLockedNotExecutable = "contract_locked_not_executable",
        Verified = "verified",
    }

    /// Status of the binding.
    BindingStatus {
        Unavailable = "unavailable",
        ContractOnlyNotExecutable = "contract_only_not_executable",
        Verified = "verified",
    }

    /// Type of the value.
    InputType {
        Asset = "asset",
        String = "string",
        Enum = "enum",
        Boolean = "boolean",
        Integer = "integer",
    }

    /// Evidence status of the input.
    EvidenceStatus {
        SemanticStable = "semantic_stable",
        RuntimeContractRequired = "runtime_contract_required",
    }

    /// Evidence that the workflow runs.
    RuntimeEvidence {
        Absent = "absent",
        ContractOnly = "contract_only",
        Verified = "verified",
    }
}

texts! {
    /// Non-empty text.
    Words(1, None, false);
    /// Date, such as `2026-01-31`.
    Date(0, None, true);
    /// Lowercase letters and digits, with single hyphens between words.
    Slug(0, Some("^[a-z0-9]+(?:-[a-z0-9]+)*$"), false);
    /// Two lowercase letters, or two pairs of them with a hyphen in between.
    Locale(0, Some("^[a-z]{2}(?:-[a-z]{2})?$"), false);
    /// Lowercase letters, digits and underscores, starting with a letter.
    InputId(0, Some("^[a-z][a-z0-9_]*$"), false);
    /// `CA-` followed by three digits.
    RequirementId(0, Some("^CA-[0-9]{3}$"), false);
    /// 7 to 40 lowercase hexadecimal digits.
    CommitSha(0, Some("^[0-9a-f]{7,40}$"), false);
    /// Path that starts with a slash.
    EndpointPath(0, Some("^/.*$"), false);
    /// 64 lowercase hexadecimal digits.
    Sha256(0, Some("^[0-9a-f]{64}$"), false);
}
