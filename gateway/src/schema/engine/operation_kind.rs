//! The kinds of operations.

use bluejay_core::OperationType;
use strum::{EnumString, IntoStaticStr};

/// Whether an operation is a query, a mutation or a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
#[expect(missing_docs, reason = "as in GraphQL")]
pub enum OperationKind {
    Query,
    Mutation,
    Subscription,
}

impl From<OperationType> for OperationKind {
    fn from(ty: OperationType) -> Self {
        match ty {
            OperationType::Query => Self::Query,
            OperationType::Mutation => Self::Mutation,
            OperationType::Subscription => Self::Subscription,
        }
    }
}
