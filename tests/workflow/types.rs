//! Records built in code: values that break a rule do not compile, or their constructor refuses them.

use sample_client::workflow::*;

fn words(text: &str) -> Words {
    Words::new(text).expect("it says something")
}

fn input(id: &str) -> Input {
    Input {
        id: InputId::new(id).expect("a fine id"),
        type_: InputType::String,
        required: true,
        description: words("What happens."),
        evidence_status: EvidenceStatus::SemanticStable,
        default: None,
        allowed_values: Vec::new(),
        cost_sensitive: false,
    }
}

fn texts<const MIN: usize>(items: &[&str]) -> UniqueList<String, MIN> {
    UniqueList::new(items.iter().map(|it| (*it).to_owned())).expect("enough, and none twice")
}

fn built() -> Workflow {
    Workflow {
        schema: None,
        canonical_url: None,
        generated_by: Some(GeneratedBy::default()),
        schema_version: SchemaVersion::default(),
        contract_status: ContractStatus::DraftUnverified,
        workflow_id: Slug::new("built-in-code").expect("a fine slug"),
        slug: Slug::new("built-in-code").expect("a fine slug"),
        title: words("Built in code"),
        summary: words("A record that no file holds."),
        last_modified: Date::new("2026-11-16").expect("a day"),
        discovery: Discovery {
            indexable: false,
            sitemap: false,
            locales: UniqueList::new([Locale::new("en").expect("a locale")]).expect("one"),
        },
        inputs: List::new([input("prompt"), Input { default: Some(5.into()), ..input("seconds") }]).expect("two"),
        executor_query: ExecutorQuery {
            input_modalities: texts(&["text"]),
            output_modalities: texts(&["video"]),
            required_capabilities: texts(&["text-to-video"]),
            selection_policy: words("the cheapest"),
        },
        runtime_binding: RuntimeBinding {
            status: BindingStatus::Unavailable,
            contract_version: None,
            openapi_path: None,
            fixture_path: None,
            operation_id: None,
            operation_status: None,
            workflow_version: None,
            package_status: None,
            capability_profile_version: None,
            capability_evidence: None,
            price_source: None,
            availability_source: None,
            last_verified_at: None,
            blocking_reason: Some("It was never run.".into()),
            dash_commit_sha: Some(CommitSha::new("0123abc").expect("a digest")),
            endpoint: Some(EndpointPath::new("/v1/videos").expect("a path")),
            semantic_digest_sha256: None,
            known_unimplemented_fields: texts(&[]),
            model_ids: texts(&[]),
            request_field_map: Default::default(),
        },
        privacy_preflight: PrivacyPreflight {
            required_before_transfer: True,
            processing_region: String::new(),
            retention: String::new(),
            training_use: String::new(),
            deletion: String::new(),
            commercial_use: String::new(),
            watermark: String::new(),
        },
        recovery_policy: RecoveryPolicy {
            resume_same_task_first: True,
            automatic_fallback: False,
            stop_when_charge_state_unknown: True,
            confirmation_required_for: texts(&["another model"]),
        },
        acceptance_checks: UniqueList::new([words("It is there.")]).expect("one"),
        continue_action: ContinueAction { enabled: false, href: None, reason: words("There is nothing to go on to.") },
        provenance: Provenance {
            requirement_id: RequirementId::new("CA-006").expect("a requirement"),
            source_kind: words("test"),
            runtime_evidence: RuntimeEvidence::Absent,
        },
    }
}

#[test]
fn records_that_can_be_built_are_valid() {
    let (built, text) = (built(), built().to_json());
    assert_eq!(Workflow::parse(&text).unwrap_or_else(|error| panic!("{error}")), built);
    assert!(text.contains("\"schema_version\": \"gateway.workflow.v1\""), "{text}");
    assert!(text.contains("\"required_before_transfer\": true"), "{text}");
    assert!(!text.contains("canonical_url"), "a field that is not there is not null: {text}");
}

#[test]
fn values_that_break_a_rule_cannot_be_constructed() {
    let rule = |it: Result<(), Invalid>| it.expect_err("it breaks a rule").rule;
    assert_eq!(rule(Words::new("").map(drop)), Rule::MinLength);
    assert_eq!(rule(Slug::new("Two Words").map(drop)), Rule::Pattern);
    assert_eq!(rule(Slug::new("two-words\n").map(drop)), Rule::Pattern);
    assert_eq!(rule(Locale::new("EN").map(drop)), Rule::Pattern);
    assert_eq!(rule(InputId::new("1st").map(drop)), Rule::Pattern);
    assert_eq!(rule(RequirementId::new("CA-1").map(drop)), Rule::Pattern);
    assert_eq!(rule(CommitSha::new("0123AB").map(drop)), Rule::Pattern);
    assert_eq!(rule(EndpointPath::new("v1").map(drop)), Rule::Pattern);
    assert_eq!(rule(Sha256::new("00").map(drop)), Rule::Pattern);
    assert_eq!(rule(Date::new("2026-02-29").map(drop)), Rule::Format);
    assert_eq!(rule(List::<Input, 2>::new([input("only_one")]).map(drop)), Rule::MinItems);
    assert_eq!(rule(UniqueList::<String, 1>::new([]).map(drop)), Rule::MinItems);
    assert_eq!(rule(UniqueList::<Words, 1>::new([words("a"), words("a")]).map(drop)), Rule::UniqueItems);
    assert_eq!(
        "Two Words".parse::<Slug>().expect_err("it breaks a rule").to_string(),
        "\"Two Words\" does not match \
        `^[a-z0-9]+(?:-[a-z0-9]+)*$`. Lowercase letters and digits, with single hyphens between words"
    );
}
