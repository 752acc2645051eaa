//! Static data that a generated client brings along.

use crate::{Client, ModelRecords, OperationSpec, Service, Units};

/// Static data of a generated client: its gateway, operations, models and units.
#[derive(Clone, Debug)]
pub struct ClientTables {
    /// The gateway.
    pub service: &'static Service,
    /// Operations of the enabled features.
    pub operations: Vec<&'static [&'static OperationSpec]>,
    /// Models of the catalog.
    pub models: Option<&'static ModelRecords>,
    /// Units of the numbers in model records.
    pub units: Units,
}

impl ClientTables {
    /// Returns the tables of a client that is not generated. They have no operations and no models.
    pub fn of_service(service: &'static Service) -> Self {
        Self { service, operations: Vec::new(), models: None, units: Units::default() }
    }
}

/// A type of client that a [`ClientBuilder`](crate::ClientBuilder) can create. The builder takes the tables of the client from here.
///
/// Each generated client implements this trait.
pub trait BuildClient: From<Client> {
    /// Returns the tables that the client was generated with.
    fn tables() -> ClientTables;
}

impl BuildClient for Client {
    fn tables() -> ClientTables {
        ClientTables::of_service(&Service::EMPTY)
    }
}
