//! The workflow record. Each type is described once: its Rust type, its rules and its JSON Schema come from this file.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::TextRule;
use super::describe::{is_optional, json_name, objects, texts, words};
use super::part::{Field, Kind, Part, Shape, take};
use super::text::{Ruled, Text};
use super::values::{Distinct, False, List, Scalar, True};

objects! {
    /// A task and its runtime binding: what it takes, what runs it, what it does with data, and what is known to work.
    Workflow {
        /// The schema that the record says it follows.
        schema as "$schema" [optional]: Option<Words>,
        /// The address that the record says it is published at.
        canonical_url [optional]: Option<Words>,
        /// The program that wrote it.
        generated_by [optional]: Option<GeneratedBy>,
        /// The version of this schema.
        schema_version: SchemaVersion,
        /// How far the contract is.
        contract_status: ContractStatus,
        /// What programs call it.
        workflow_id: Slug,
        /// What addresses call it.
        slug: Slug,
        /// What people call it.
        title: Words,
        /// What it does, in a sentence or two.
        summary: Words,
        /// When it was last changed.
        last_modified: Date,
        /// Who may find it.
        discovery: Discovery,
        /// What it takes.
        inputs: List<Input, 2>,
        /// What a model must be able to do to run it.
        executor_query: ExecutorQuery,
        /// What runs it, and what is known of that.
        runtime_binding: RuntimeBinding,
        /// What becomes of data, to be said before any of it leaves.
        privacy_preflight: PrivacyPreflight,
        /// What may be done when something goes wrong.
        recovery_policy: RecoveryPolicy,
        /// What a result must be to be accepted.
        acceptance_checks: Distinct<Words, 1>,
        /// What a page about it leads on to.
        continue_action: ContinueAction,
        /// Where it comes from.
        provenance: Provenance,
    }

    /// Who may find a workflow.
    Discovery {
        /// Whether search engines may list it.
        indexable: bool,
        /// Whether it stands in the sitemap.
        sitemap: bool,
        /// The languages that it is described in.
        locales: Distinct<Locale, 1>,
    }

    /// A value that a caller gives.
    Input {
        /// What it is called.
        id: InputId,
        /// What kind of value it is.
        type_ as "type": InputType,
        /// Whether it must be given.
        required: bool,
        /// What it is for.
        description: Words,
        /// What is known of it.
        evidence_status: EvidenceStatus,
        /// What it is if nobody gives it.
        default: Option<Scalar>,
        /// The only values, where there are some.
        allowed_values: Vec<Value>,
        /// Whether it changes what a run costs.
        cost_sensitive: bool,
    }

    /// What a model must be able to do.
    ExecutorQuery {
        /// What it must take.
        input_modalities: Distinct<String, 1>,
        /// What it must give.
        output_modalities: Distinct<String, 1>,
        /// What else it must be able to do.
        required_capabilities: Distinct<String, 1>,
        /// How one is chosen among several, in words.
        selection_policy: Words,
    }

    /// What runs a workflow. It can be executed only when this is verified.
    RuntimeBinding {
        /// How far the binding is.
        status: BindingStatus,
        /// The version of the contract.
        contract_version: Option<String>,
        /// Where its OpenAPI document is.
        openapi_path: Option<String>,
        /// Where its recorded example is.
        fixture_path: Option<String>,
        /// The operation that it calls.
        operation_id: Option<String>,
        /// How far that operation is.
        operation_status: Option<String>,
        /// The version of the workflow.
        workflow_version: Option<String>,
        /// How far its package is.
        package_status: Option<String>,
        /// The version of the capabilities that it was checked with.
        capability_profile_version: Option<String>,
        /// What shows that the capabilities are there.
        capability_evidence: Option<String>,
        /// Where its price comes from.
        price_source: Option<String>,
        /// What says whether it is available.
        availability_source: Option<String>,
        /// When it was last verified.
        last_verified_at: Option<String>,
        /// What keeps it from being executed.
        blocking_reason: Option<String>,
        /// The commit of the dashboard that it was checked with.
        dash_commit_sha: Option<CommitSha>,
        /// The path that it calls.
        endpoint: Option<EndpointPath>,
        /// The digest of what the contract means.
        semantic_digest_sha256: Option<Sha256>,
        /// Fields that are known not to work yet.
        known_unimplemented_fields: Distinct<String, 0>,
        /// The models that it is bound to.
        model_ids: Distinct<String, 0>,
        /// Which input goes to which field of the request.
        request_field_map: Map<String, Value>,
    }

    /// What becomes of data, to be said before any of it leaves.
    PrivacyPreflight {
        /// That this is said before anything leaves.
        required_before_transfer: True,
        /// Where data is processed.
        processing_region: String,
        /// How long it is kept.
        retention: String,
        /// Whether models are trained with it.
        training_use: String,
        /// How it is deleted.
        deletion: String,
        /// Whether results may be sold.
        commercial_use: String,
        /// Whether results are marked.
        watermark: String,
    }

    /// What may be done when something goes wrong.
    RecoveryPolicy {
        /// That the same task is gone on with before another one is begun.
        resume_same_task_first: True,
        /// That no other model is taken by itself.
        automatic_fallback: False,
        /// That nothing more is sent while nobody knows what was charged.
        stop_when_charge_state_unknown: True,
        /// What a person must agree to.
        confirmation_required_for: Distinct<String, 1>,
    }

    /// What a page about a workflow leads on to.
    ContinueAction {
        /// Whether it leads on.
        enabled: bool,
        /// Where to.
        href: Option<String>,
        /// Why, or why not.
        reason: Words,
    }

    /// Where a record comes from.
    Provenance {
        /// The requirement behind it.
        requirement_id: RequirementId,
        /// The kind of source.
        source_kind: Words,
        /// What shows that it runs.
        runtime_evidence: RuntimeEvidence,
    }
}

words! {
    /// The program that writes records.
    #[derive(Default)]
    GeneratedBy {
        #[default]
        GenWorkflows = "scripts/gen_workflows.py",
    }

    /// The version of this schema.
    #[derive(Default)]
    SchemaVersion {
        #[default]
        V1 = "gateway.workflow.v1",
    }

    /// How far a contract is.
    ContractStatus {
        DraftUnverified = "draft_unverified",
        ContractLockedNotExecutable = "contract_locked_not_executable",
        Verified = "verified",
    }

    /// How far a binding is.
    BindingStatus {
        Unavailable = "unavailable",
        ContractOnlyNotExecutable = "contract_only_not_executable",
        Verified = "verified",
    }

    /// A kind of value.
    InputType {
        Asset = "asset",
        String = "string",
        Enum = "enum",
        Boolean = "boolean",
        Integer = "integer",
    }

    /// What is known of an input.
    EvidenceStatus {
        SemanticStable = "semantic_stable",
        RuntimeContractRequired = "runtime_contract_required",
    }

    /// What shows that something runs.
    RuntimeEvidence {
        Absent = "absent",
        ContractOnly = "contract_only",
        Verified = "verified",
    }
}

texts! {
    /// A text that says something.
    Words(1, None, false);
    /// A day, such as `2026-01-31`.
    Date(0, None, true);
    /// Small letters and digits, with single hyphens between words.
    Slug(0, Some("^[a-z0-9]+(?:-[a-z0-9]+)*$"), false);
    /// Two small letters, or two and two with a hyphen between them.
    Locale(0, Some("^[a-z]{2}(?:-[a-z]{2})?$"), false);
    /// Small letters, digits and underscores, beginning with a letter.
    InputId(0, Some("^[a-z][a-z0-9_]*$"), false);
    /// `CA-` and three digits.
    RequirementId(0, Some("^CA-[0-9]{3}$"), false);
    /// 7 to 40 hexadecimal digits, in small letters.
    CommitSha(0, Some("^[0-9a-f]{7,40}$"), false);
    /// A path that begins with a slash.
    EndpointPath(0, Some("^/.*$"), false);
    /// 64 hexadecimal digits, in small letters.
    Sha256(0, Some("^[0-9a-f]{64}$"), false);
}
