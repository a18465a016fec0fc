// The jobs of this concept, for the worker.
export { keySurveyPeople } from './key-survey-people.ts'
