const KINDS = ['success', 'recovery', 'desk', 'follow_up_code', 'question', 'states'] as const

/** Returns the kind of a mail as it is spelled in the keys of the phrases. */
export const kindOf = (kind: string): (typeof KINDS)[number] | 'validation' => KINDS.find((each) => each === kind) ?? 'validation'
