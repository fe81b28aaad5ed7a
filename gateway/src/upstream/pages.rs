//! A list that a service sends in pages: they are asked for one after another, and read as one list.

use std::{collections::HashSet, ops::Range, sync::Arc};

use bytes::Bytes;
use serde_json::value::RawValue;
use services::wire::{
    ReadOnly,
    envelope::{Answer, ReadError},
    spelling::{EnvelopeSpelling, ResponseSpelling},
};
use tokio::time::Instant;

use super::{
    body_budget::{BodyPermit, RequestMemory, weight},
    call_layers::{CallLayers, logged},
    call_request::CallRequest,
    endpoint::Endpoint,
    error::{CallFailure, Error, Fault},
    response,
    response_data::{ResponseData, ServiceResponse},
};
use crate::mapping::pages::PageRequests;

/// Maximum number of pages of a list. A service whose pages are that small is asked for larger ones (`rows` of the mapping).
const MAX_PAGES: usize = 500;

/// The rows of one page, unread.
struct UnreadPage {
    body: Bytes,
    rows: Vec<Range<usize>>,
}

impl UnreadPage {
    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.rows.iter().map(|row| &self.body[row.clone()])
    }
}

impl ResponseData for UnreadPage {
    const IS_PART: bool = true;

    fn read(body: Bytes, spelling: &ResponseSpelling) -> Result<Answer<Self>, ReadError> {
        let Answer { is_success, messages, data, pages } = Answer::<Vec<&RawValue>>::read_spelled(&body, spelling)?;
        let place = |row: &&RawValue| {
            let start = row.get().as_ptr() as usize - body.as_ptr() as usize;
            start..start + row.get().len()
        };
        let rows: Option<Vec<_>> = data.map(|rows| rows.iter().map(place).collect());
        Ok(Answer { is_success, messages, data: rows.map(|rows| Self { body, rows }), pages })
    }

    fn row_count(&self) -> Option<usize> {
        Some(self.rows.len())
    }
}

/// A read of all that there is, until its deadline.
pub(super) async fn read<C: ReadOnly, T: ResponseData>(
    calls: &CallLayers,
    request: &CallRequest,
    deadline: Instant,
) -> Result<ServiceResponse<T>, Error> {
    let endpoint = calls.endpoints.of(C::PATH);
    let read = match &endpoint.spelling.pages {
        None => calls.read_once(&endpoint, request, deadline).await,
        Some(pages) => Box::pin(read_all(calls, &endpoint, pages, request, deadline)).await,
    };
    read.map_err(|failure| logged::<C>(failure, request))
}

/// Reads all pages of a list.
///
/// # Errors
/// One of them fails, there are more than [`MAX_PAGES`], or a page repeats the one before although there should be more.
async fn read_all<T: ResponseData>(
    calls: &CallLayers,
    endpoint: &Endpoint,
    requests: &PageRequests,
    request: &CallRequest,
    deadline: Instant,
) -> Result<ServiceResponse<T>, CallFailure> {
    let invalid = |reason: String| Err(CallFailure::last(Fault::InvalidResponse(reason)));
    let memory = request.memory.clone().unwrap_or_else(|| calls.memory.request());
    let (mut pages, mut rows, mut length): (Vec<UnreadPage>, _, _) = (Vec::new(), 0, 0);
    let mut signs;
    // Of the pages, until their rows are one list.
    let mut permits = Vec::new();
    loop {
        let one = request.of_page(requests.request(&request.body, pages.len(), rows));
        let ServiceResponse { answer, permit, .. } = calls.read_once::<UnreadPage>(endpoint, &one, deadline).await?;
        permits.push(permit);
        let Answer { is_success, messages, data, pages: page_signs } = answer;
        let Some(mut page) = data else {
            let answer = Answer { is_success, messages, data: None, pages: page_signs };
            let permit = BodyPermit::default();
            return Ok(ServiceResponse { answer, permit, location: None, is_pending: false });
        };
        signs = page_signs;
        let count = page.rows.len();
        rows += count;
        let says_more = page_signs.says_more(rows, pages.len() + 1);
        if let Some(before) = pages.last() {
            leave_out_repeated(&mut page, before);
            if count > 0 && page.rows.is_empty() {
                match says_more {
                    Some(true) => {
                        return invalid(
                            "a page repeats the one before: the service does not know the key of the page".to_owned(),
                        );
                    }
                    // It sent the whole list as the first page.
                    _ => break,
                }
            }
        }
        length += page.rows().map(|row| row.len() + 1).sum::<usize>();
        if length > calls.max_bytes(endpoint) {
            return invalid(format!("all pages are larger than {} bytes", calls.max_bytes(endpoint)));
        }
        pages.push(page);
        let is_full = requests.rows.is_some_and(|full| count >= full as usize);
        if count == 0 || !says_more.unwrap_or(is_full) {
            break;
        }
        if pages.len() == MAX_PAGES {
            return invalid(format!("more than {MAX_PAGES} pages"));
        }
    }
    let (body, permit) = whole(&pages, length, &memory)?;
    drop((pages, permits));
    let envelope = Arc::new(EnvelopeSpelling { status: None, data: None, ..EnvelopeSpelling::default() });
    let spelling = ResponseSpelling { envelope, list: None, ..endpoint.spelling.response.clone() };
    let answer = response::parse::<T>(body, &spelling, endpoint, &request.telemetry)?;
    response::report_missing_rows(endpoint, signs.says_more(rows, usize::MAX), &request.telemetry);
    Ok(ServiceResponse { answer, permit, location: None, is_pending: false })
}

/// Leaves out rows that the page before has too: a row that was added meanwhile moved them to this page.
fn leave_out_repeated(page: &mut UnreadPage, before: &UnreadPage) {
    let seen: HashSet<&[u8]> = before.rows().collect();
    let body = page.body.clone();
    page.rows.retain(|row| !seen.contains(&body[row.clone()]));
}

/// The rows of all pages as one list.
fn whole(pages: &[UnreadPage], length: usize, memory: &RequestMemory) -> Result<(Bytes, BodyPermit), CallFailure> {
    let permit = memory.try_take(weight(length + 2)).map_err(|_| CallFailure::last(Fault::NoMemory))?;
    let mut whole = Vec::with_capacity(length + 2);
    whole.push(b'[');
    for row in pages.iter().flat_map(UnreadPage::rows) {
        if whole.len() > 1 {
            whole.push(b',');
        }
        whole.extend_from_slice(row);
    }
    whole.push(b']');
    Ok((whole.into(), permit))
}
