/** Maximum number of recorded tests of a definition: all of them run at each publication. */
export const MAX_FORM_TESTS = 200

/** The parts of a recorded test's outcome that are compared with the expected outcome. */
export const FORM_TEST_PARTS = ['path', 'refused', 'answers', 'further', 'opens_ticket', 'summary', 'mails', 'deliveries'] as const

export type FormTestPart = (typeof FORM_TEST_PARTS)[number]
