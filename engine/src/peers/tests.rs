//! The engine that takes over a room. What heartbeats, leases and claims do together is in `simulation/`.

use shared::RoomCode;

use super::{Member, successor};
use crate::ids::EngineId;

#[test]
fn the_successor_of_a_room_is_stable_when_others_join_or_leave() {
    let members: Vec<_> = (0..5).map(|since| Member { id: EngineId::new(), since, is_leaving: since == 4 }).collect();
    for number in 0..500 {
        let code = RoomCode::from_random(number);
        let chosen = successor(code, &members).expect("there are some");
        assert_ne!(chosen, members[4].id, "an engine that is leaving gets none");
        let without_another: Vec<_> =
            members.iter().copied().filter(|member| member.id == chosen || member.since > 1).collect();
        assert_eq!(successor(code, &without_another), Some(chosen));
    }
    assert_eq!(successor(RoomCode::from_random(1), &members[4..]), Some(members[4].id), "unless all leave");
}
