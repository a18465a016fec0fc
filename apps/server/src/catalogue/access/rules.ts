// Exports the access modes to the other parts of the server.
export { freeModeOf, partnerMode, sessionModeOf } from './access-mode.ts'
export type { AccessMode } from './mode.ts'
export { readableCode } from './readable-code.ts'
export { SURVEY_EMAIL } from './survey.ts'
export { knownSurveyPerson, newSurveyPerson, type Survey } from './survey-person.ts'
