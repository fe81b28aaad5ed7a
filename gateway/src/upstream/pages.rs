//! A list that a service sends in pages: they are asked for one after another, and read as one list.

use std::{collections::HashSet, mem, ops::Range};

use bytes::Bytes;
use contract::{
    envelope::{Answer, PageMarkers, ReadError},
    mapping::ResponseMapping,
};
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::{
    body_budget::{BodyPermit, RequestMemory, reserved_bytes},
    call::CallSender,
    endpoint::Endpoint,
    error::Fault,
    http_client::CallRequest,
    response::{self, ServiceResponse},
    response_data::ResponseData,
};
use crate::mapping::page_requests::PageRequests;

/// Maximum number of pages of a list. A service whose pages are that small is asked for larger ones (`rows` of the mapping).
const MAX_PAGES: usize = 500;

impl CallSender {
    /// Reads all pages of a list.
    pub(super) async fn read_pages<T: ResponseData>(
        &self,
        endpoint: &Endpoint,
        requests: &PageRequests,
        request: &CallRequest,
        deadline: Instant,
    ) -> Result<(Answer<T>, BodyPermit), Fault> {
        let mut pages = ReadPages::default();
        loop {
            let one = pages.next_request(requests, request);
            let ServiceResponse { answer, permit, .. } =
                self.send_with_retry::<UnreadPage>(endpoint, &one, deadline).await?;
            let Answer { is_success, messages, data, lacks_data, pages: markers, faults } = answer;
            let Some(page) = data else {
                return Ok((Answer { is_success, messages, data: None, lacks_data, pages: markers, faults }, permit));
            };
            if !pages.add(page, markers, permit, requests, self.max_bytes(endpoint))? {
                break;
            }
        }
        let has_more = pages.has_more();
        let (body, permit) = pages.whole(&request.memory)?;
        let mapping = endpoint.mapping.response.without_envelope();
        let answer = response::parse::<T>(body, &mapping, endpoint, &request.telemetry)?;
        response::report_missing_rows(endpoint, has_more, &request.telemetry);
        Ok((answer, permit))
    }
}

/// The rows of one page, unread.
pub(super) struct UnreadPage {
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

    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError> {
        let answer = Answer::<Vec<&RawValue>>::read_mapped(&body, mapping)?;
        let place = |row: &&RawValue| {
            let start = row.get().as_ptr() as usize - body.as_ptr() as usize;
            start..start + row.get().len()
        };
        Ok(answer.map(|rows| Self { rows: rows.iter().map(place).collect(), body: body.clone() }))
    }

    fn row_count(&self) -> Option<usize> {
        Some(self.rows.len())
    }
}

/// The pages of a list so far.
#[derive(Default)]
pub(super) struct ReadPages {
    pages: Vec<UnreadPage>,
    /// The memory of their bodies.
    permits: Vec<BodyPermit>,
    /// Rows of all pages, and their length in bytes as one list.
    rows: usize,
    length: usize,
    /// What the last one says.
    markers: PageMarkers,
}

impl ReadPages {
    /// The request for the next page.
    pub(super) fn next_request(&self, requests: &PageRequests, request: &CallRequest) -> CallRequest {
        let (body, query) = requests.request(&request.body, self.pages.len(), self.rows);
        CallRequest { body, query, ..request.clone() }
    }

    /// Adds a page. Returns whether another one follows.
    ///
    /// # Errors
    /// There are more than [`MAX_PAGES`], they are too long, or a page repeats the one before although there should be more.
    pub(super) fn add(
        &mut self,
        mut page: UnreadPage,
        markers: PageMarkers,
        permit: BodyPermit,
        requests: &PageRequests,
        max_bytes: usize,
    ) -> Result<bool, Fault> {
        let invalid = |reason: String| Err(Fault::InvalidResponse(reason));
        let count = page.rows.len();
        self.markers = markers;
        if let Some(before) = self.pages.last() {
            leave_out_repeated(&mut page, before);
            if count > 0 && page.rows.is_empty() {
                return match markers.says_more(self.rows, self.pages.len()) {
                    Some(true) => invalid(
                        "a page repeats the one before: the service does not know the key of the page".to_owned(),
                    ),
                    // The service ignores pages and sends the whole list each time.
                    _ => Ok(false),
                };
            }
        }
        self.rows += count;
        let says_more = markers.says_more(self.rows, self.pages.len() + 1);
        self.length += page.rows().map(|row| row.len() + 1).sum::<usize>();
        if self.length > max_bytes {
            return invalid(format!("all pages are larger than {max_bytes} bytes"));
        }
        self.pages.push(page);
        self.permits.push(permit);
        let is_full = requests.rows.is_some_and(|full| count >= full as usize);
        let follows = count > 0 && says_more.unwrap_or(is_full);
        if follows && self.pages.len() == MAX_PAGES {
            return invalid(format!("more than {MAX_PAGES} pages"));
        }
        Ok(follows)
    }

    /// Whether the service has more rows than were read, if it says so.
    pub(super) fn has_more(&self) -> Option<bool> {
        self.markers.says_more(self.rows, usize::MAX)
    }

    /// The rows of all pages as one list.
    pub(super) fn whole(mut self, memory: &RequestMemory) -> Result<(Bytes, BodyPermit), Fault> {
        let length = self.length + 2;
        let permit = memory.try_take(reserved_bytes(length))?;
        let mut whole = Vec::with_capacity(length);
        whole.push(b'[');
        for page in mem::take(&mut self.pages) {
            for row in page.rows() {
                if whole.len() > 1 {
                    whole.push(b',');
                }
                whole.extend_from_slice(row);
            }
        }
        whole.push(b']');
        Ok((whole.into(), permit))
    }
}

/// Leaves out rows that the page before has too: a row that was added meanwhile moved them to this page.
fn leave_out_repeated(page: &mut UnreadPage, before: &UnreadPage) {
    let seen: HashSet<&[u8]> = before.rows().collect();
    let body = page.body.clone();
    page.rows.retain(|row| !seen.contains(&body[row.clone()]));
}
