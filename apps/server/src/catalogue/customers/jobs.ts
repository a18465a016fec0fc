// Exports the background jobs that the worker runs for customers.
export { keySurveyPeople } from './key-survey-people.ts'
