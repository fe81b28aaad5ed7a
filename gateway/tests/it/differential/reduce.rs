//! Shrinks a request to the smallest that still shows a difference.

use super::documents::{Fragment, Request, Selection};

/// Shrinks a request while it shows the difference. An invalid one shows none: both responses are the same refusal.
pub(super) async fn reduce(mut request: Request, shows: impl AsyncFn(&Request) -> bool) -> Request {
    let mut at = 0;
    while let Some(smaller) = without(&request, at) {
        if shows(&smaller).await {
            request = smaller;
        } else {
            at += 1;
        }
    }
    request
}

/// The request without its n-th part; `None` if it has fewer.
fn without(request: &Request, at: usize) -> Option<Request> {
    let (mut request, mut at) = (request.clone(), at);
    let operations = request.operations.len();
    if operations > 1 {
        if at < operations {
            request.operations.remove(at);
            return Some(request);
        }
        at -= operations;
    }
    if let Some(name) = &request.operation_name
        && operations == 1
    {
        if at == 0 {
            request.operations[0].name = Some(name.clone());
            request.operation_name = None;
            return Some(request);
        }
        at -= 1;
    }
    let fragments = request.fragments.clone();
    let mut sets: Vec<_> = request.operations.iter_mut().map(|operation| &mut operation.below).collect();
    sets.extend(request.fragments.iter_mut().map(|fragment| &mut fragment.below));
    for set in sets {
        if is_cut(set, &fragments, &mut at) {
            return Some(request);
        }
    }
    None
}

/// Removes the n-th part of selections, or expands a fragment spread.
fn is_cut(set: &mut Vec<Selection>, fragments: &[Fragment], at: &mut usize) -> bool {
    let mut is_now = || {
        let is_now = *at == 0;
        *at = at.saturating_sub(1);
        is_now
    };
    for index in 0..set.len() {
        if set.len() > 1 && is_now() {
            set.remove(index);
            return true;
        }
        match &mut set[index] {
            Selection::Inline { below, .. } => {
                if is_now() {
                    let below = std::mem::take(below);
                    set.splice(index..=index, below);
                    return true;
                }
            }
            Selection::Field { arguments, .. } => {
                for argument in 0..arguments.len() {
                    if is_now() {
                        arguments.remove(argument);
                        return true;
                    }
                }
            }
            Selection::Spread { fragment, when } => {
                if is_now() {
                    let fragment = fragments.iter().find(|one| one.name == *fragment).unwrap().clone();
                    let when = std::mem::take(when);
                    set[index] = Selection::Inline { on: Some(fragment.on), below: fragment.below, when };
                    return true;
                }
            }
            Selection::Introspection(_) => {}
        }
        if let Selection::Field { when, .. } | Selection::Inline { when, .. } | Selection::Spread { when, .. } =
            &mut set[index]
        {
            for directive in 0..when.len() {
                if is_now() {
                    when.remove(directive);
                    return true;
                }
            }
        }
    }
    set.iter_mut().any(|selection| match selection {
        Selection::Field { below, .. } | Selection::Inline { below, .. } => is_cut(below, fragments, at),
        Selection::Spread { .. } | Selection::Introspection(_) => false,
    })
}
