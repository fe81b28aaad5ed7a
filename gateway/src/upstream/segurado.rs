//! An insured whose texts borrow from the response body: a page of acionamentos may need a hundred of them.

use bytes::Bytes;
use contract::{
    envelope::{Answer, ReadError},
    mapping::ResponseMapping,
    segurado as wire,
    value::InPlace,
};

use super::response_data::{ResponseData, answer_of, borrowed_data};

/// An insured as parsed.
pub type Segurado<'a> = wire::Segurado<InPlace<'a>>;
/// A policy of it.
pub type Apolice<'a> = wire::Apolice<InPlace<'a>>;
/// A pet on a policy.
pub type Pet<'a> = wire::Pet<InPlace<'a>>;

self_cell::self_cell! {
    /// An insured, with the response body that it borrows from.
    pub struct SeguradoInBody {
        owner: Bytes,
        #[covariant]
        dependent: Segurado,
    }
}

impl SeguradoInBody {
    /// The insured.
    pub fn get(&self) -> &Segurado<'_> {
        self.borrow_dependent()
    }
}

impl ResponseData for SeguradoInBody {
    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError> {
        let mut rest = None;
        let segurado = Self::try_new(body, |body| borrowed_data(body, mapping, &mut rest));
        answer_of(segurado, rest)
    }
}
