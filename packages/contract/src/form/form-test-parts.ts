/** The parts of a recorded test's outcome that are compared with the expected outcome. */
export const FORM_TEST_PARTS = ['path', 'refused', 'answers', 'further', 'opens_ticket', 'summary', 'mails', 'deliveries'] as const

export type FormTestPart = (typeof FORM_TEST_PARTS)[number]
