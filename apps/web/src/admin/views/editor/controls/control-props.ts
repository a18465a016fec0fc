/** Props of the editor's control for one property of a step or field. */
export interface ControlProps {
  /** Id of the step or field that the control edits. */
  id: string
  /** Path of the property in the content of the step or field. */
  path: readonly string[]
  label: string
  readOnly: boolean
}
