/** What the control of one property needs. */
export interface ControlProps {
  /** Id of the step or field. */
  id: string
  /** Path of the property in the content of the step or field. */
  path: readonly string[]
  label: string
  readOnly: boolean
}
