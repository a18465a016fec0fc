import type { ComponentProps } from 'react'
import { usePermissions } from '../../../account.ts'
import { codeFromTitle } from '../codes.ts'
import { useDraft } from '../use-draft.ts'
import { TextControl } from './text-control.tsx'

type TitleControlProps = Omit<ComponentProps<typeof TextControl>, 'onSettle' | 'required'>

/** Field that edits the title of a step or a question. A new step or question gets a code made from its first title. */
export function TitleControl(props: TitleControlProps) {
  const draft = useDraft()
  const { translates } = usePermissions()
  function onSettle(text: string): void {
    // A translator may not change codes.
    if (translates) return
    const operations = codeFromTitle(draft.tree, props.id, text)
    if (operations.length > 0) draft.edit(operations)
  }
  return <TextControl {...props} required onSettle={onSettle} />
}
