/** Maximum number of characters of a state that a ticket system reports. Longer states are cut. */
export const MAX_TICKET_STATE = 100
