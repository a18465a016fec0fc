import type { FieldValues } from 'react-hook-form'
import { Dialog } from './dialog.tsx'
import { EditBody, type EditProps } from './edit-body.tsx'

interface EditModalProps<Draft extends FieldValues> extends EditProps<Draft> {
  size?: 'small' | 'medium' | 'large'
}

/**
 * Modal in which an operator changes one resource. The modal displays the server's errors, and asks the operator before
 * it discards unsaved changes.
 */
export function EditModal<Draft extends FieldValues = FieldValues>({ size = 'medium', ...edit }: EditModalProps<Draft>) {
  return (
    <EditBody
      {...edit}
      frame={(content, dismiss) => (
        <Dialog title={edit.title} size={size} onDismiss={dismiss} actions={null}>
          {content}
        </Dialog>
      )}
    />
  )
}
