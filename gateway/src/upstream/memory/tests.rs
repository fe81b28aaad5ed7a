use std::sync::Arc;

use futures_util::{FutureExt as _, future::BoxFuture};
use proptest::{collection::vec, prelude::*};

use super::{Charge, CountedSize, MemoryBudget, NoMemory, RequestMemory, SMALL, weight};

type Claimed = Result<Charge, NoMemory>;

/// The result of a claim; `Err` if it is queued.
fn claim(request: &Arc<RequestMemory>, bytes: usize) -> Result<Claimed, BoxFuture<'static, Claimed>> {
    let request = Arc::clone(request);
    let mut claim = async move { request.claim(bytes).await }.boxed();
    (&mut claim).now_or_never().ok_or(claim)
}

#[tokio::test]
async fn claims_are_granted_in_fifo_order() {
    let budget = MemoryBudget::new(240);
    let requests = [(); 4].map(|()| budget.request());
    let first = claim(&requests[0], 90).ok().unwrap().unwrap();
    let Err(second) = claim(&requests[1], 60) else { panic!("105 of 240 are for first claims") };
    let Err(third) = claim(&requests[2], 10) else { panic!("memory is free, but another request is queued for it") };
    let Err(fourth) = claim(&requests[3], 105) else { panic!("it is queued") };
    drop(first);
    let (second, third) = (second.await.unwrap(), third.await.unwrap());
    assert_eq!((second.bytes(), third.bytes(), budget.used()), (60, 10, 70));
    drop((second, third));
    drop(fourth.await.unwrap());
    assert_eq!(budget.used(), 0);
}

#[tokio::test]
async fn a_request_with_a_claim_never_waits() {
    let budget = MemoryBudget::new(240);
    let (one, other) = (budget.request(), budget.request());
    let mut has = claim(&one, 100).ok().unwrap().unwrap();
    let Err(waits) = claim(&other, 60) else { panic!("there is not enough for it") };
    // Beyond the bound of first claims, and past queued ones.
    let more = claim(&one, 40).ok().unwrap().unwrap();
    assert!(has.grow(120).is_ok() && has.grow(121).is_err(), "160 is two thirds of 240");
    assert!(matches!(claim(&one, 1), Ok(Err(NoMemory))));
    assert_eq!(budget.used(), 160);
    drop((has, more));
    assert!(waits.await.is_ok());
}

#[tokio::test]
async fn the_lists_of_one_request_are_granted_together_or_refused() {
    let budget = MemoryBudget::new(240);
    let (before, one, last) = (budget.request(), budget.request(), budget.request());
    let first = claim(&before, 105).ok().unwrap().unwrap();
    let waiting = [100, 20, 60].map(|bytes| claim(&one, bytes).err().unwrap());
    let Err(last) = claim(&last, 1) else { panic!("it is queued") };
    drop(first);
    let [first, second, third] = waiting.map(|waits| waits.now_or_never().unwrap());
    assert!(first.is_ok() && second.is_ok() && third.is_err(), "180 is more than two thirds of 240");
    assert!(last.now_or_never().is_none(), "first claims have 105 of 240");
}

#[tokio::test]
async fn a_request_that_uses_a_list_of_another_never_waits() {
    let budget = MemoryBudget::new(2400 * SMALL);
    let [one, two, three] = [(); 3].map(|()| budget.request());
    let first = claim(&one, 1000 * SMALL).ok().unwrap().unwrap();
    let waiting = [&two, &three].map(|request| claim(request, 100 * SMALL).err().unwrap());
    two.uses(CountedSize::of_body(SMALL));
    let [mut two_waits, three_waits] = waiting;
    assert!((&mut two_waits).now_or_never().is_none(), "nothing large is used");
    three.uses(CountedSize::of_body(SMALL + 1));
    assert!(three_waits.now_or_never().unwrap().is_ok());
    drop((first, two_waits));
}

#[tokio::test]
async fn a_claim_is_not_queued_while_no_other_exists() {
    let budget = MemoryBudget::new(240);
    let [one, two, three] = [(); 3].map(|()| budget.request());
    let (_small, _other) = (one.charge(100).unwrap(), two.charge(60).unwrap());
    assert!(matches!(claim(&three, 51), Ok(Err(NoMemory))), "210 of 240 are for claims and the rest together");
    // Nor after the last claim ended.
    let last = claim(&one, 40).ok().unwrap().unwrap();
    let Err(waits) = claim(&three, 90) else { panic!("there is a claim") };
    drop(last);
    assert!(waits.now_or_never().unwrap().is_err());
}

#[tokio::test]
async fn a_waiter_that_leaves_does_not_block_the_queue() {
    let budget = MemoryBudget::new(240);
    let [one, two, three] = [(); 3].map(|()| budget.request());
    let _has = claim(&one, 60).ok().unwrap().unwrap();
    let Err(leaves) = claim(&two, 100) else { panic!("there is not enough for it") };
    let Err(stays) = claim(&three, 40) else { panic!("it is queued") };
    drop(leaves);
    assert!(stays.now_or_never().unwrap().is_ok());
}

#[test]
fn small_charges_pass_the_queue_and_have_a_reserve() {
    let budget = MemoryBudget::new(240);
    let [one, two, three] = [(); 3].map(|()| budget.request());
    let mut large = claim(&one, 100).ok().unwrap().unwrap();
    large.grow(160).unwrap();
    let Err(_waits) = claim(&two, 100) else { panic!("there is not enough for it") };
    let small = three.charge(80).unwrap();
    assert_eq!(large.grow(161), Err(NoMemory));
    assert!(three.charge(1).is_err(), "nothing is left");
    assert_eq!(budget.used(), 240);
    // Allocated data count all the same, and so does the response to a write.
    drop(three.charge_anyway(10));
    let mut written = budget.write().charge(10).unwrap();
    written.grow(weight(SMALL)).unwrap();
    assert_eq!(written.grow(weight(SMALL) + 1), Err(NoMemory));
    drop(written);
    drop(small);
    assert_eq!(budget.used(), 160);
}

#[test]
fn an_evicted_entry_counts_again() {
    let budget = MemoryBudget::new(240 * SMALL);
    let request = budget.request();
    for length in [SMALL, 2 * SMALL] {
        let charge = match claim(&request, weight(length)) {
            Ok(Ok(claimed)) if length > SMALL => claimed,
            _ => request.charge(weight(length)).unwrap(),
        };
        let list = charge.of(vec![0; length]);
        assert_eq!(budget.used(), weight(length));
        let kept = budget.exempt(CountedSize::of_body(length));
        assert_eq!(budget.used(), 0);
        drop(kept);
        assert_eq!(budget.used(), weight(length));
        drop(list);
        assert_eq!((budget.used(), budget.queue().claimed), (0, 0));
    }
}

#[test]
fn bytes_held_until_the_end_of_a_request_are_released_then() {
    let budget = MemoryBudget::new(240);
    let request = budget.request();
    request.hold(100);
    assert_eq!(budget.used(), 100);
    drop(request);
    assert_eq!(budget.used(), 0);
}

proptest! {
    /// In any order of claims, growth, cancellations and ends: the budget is never exceeded, no request with a large body
    /// waits, and at the end nothing is queued or counted.
    #[test]
    fn no_request_waits_for_one_that_waits(steps in vec((0..8_u8, 0..6_usize, 1..150_usize), 1..400)) {
        let budget = MemoryBudget::new(240);
        let requests: Vec<_> = (0..6).map(|_| budget.request()).collect();
        let mut has: Vec<(usize, Charge)> = Vec::new();
        let mut waiting: Vec<(usize, BoxFuture<'static, Claimed>)> = Vec::new();
        for (what, who, bytes) in steps {
            match what {
                0..=3 => match claim(&requests[who], bytes) {
                    Ok(Ok(charge)) => has.push((who, charge)),
                    Ok(Err(NoMemory)) => {}
                    Err(waits) => waiting.push((who, waits)),
                },
                4 => {
                    if let Some((_, charge)) = has.get_mut(who) {
                        let _ = charge.grow(bytes);
                    }
                }
                5 if who < waiting.len() => drop(waiting.remove(who)),
                6 => has.extend(requests[who].charge(bytes).ok().map(|charge| (who, charge))),
                _ if who < has.len() => drop(has.remove(who)),
                _ => {}
            }
            let mut still = Vec::new();
            for (who, mut waits) in waiting {
                match (&mut waits).now_or_never() {
                    Some(Ok(charge)) => has.push((who, charge)),
                    Some(Err(NoMemory)) => {}
                    None => still.push((who, waits)),
                }
            }
            waiting = still;
            prop_assert_eq!(budget.used(), has.iter().map(|(_, charge)| charge.bytes()).sum::<usize>());
            prop_assert!(budget.used() <= 240);
            for (who, _) in &waiting {
                let claims = has.iter().filter(|(_, charge)| charge.is_claim());
                prop_assert!(claims.into_iter().all(|(other, _)| who != other), "it has a claim, and waits");
            }
            prop_assert!(waiting.is_empty() || has.iter().any(|(_, charge)| charge.is_claim()), "everybody waits");
        }
        drop(has);
        while let Some((_, waits)) = waiting.pop() {
            // Claims before it were granted, or are by its end.
            waiting.retain_mut(|(_, other)| other.now_or_never().is_none());
            drop(waits);
        }
        prop_assert_eq!(budget.used(), 0);
        prop_assert!(budget.queue().waiting.is_empty());
    }
}
