import { type ComponentProps, useRef } from 'react'
import { usePermissions } from '../../../account.ts'
import { type FollowingCode, followingCode } from '../codes.ts'
import { useDraft } from '../use-draft.ts'
import { TextControl } from './text-control.tsx'

type TitleControlProps = Omit<ComponentProps<typeof TextControl>, 'required' | 'onEnter' | 'alsoChange'>

/**
 * Field that edits the title of a step or question. The first title also determines the code. Title and code are set in
 * one
 * change, so one undo reverts both.
 */
export function TitleControl(props: TitleControlProps) {
  const draft = useDraft()
  const { translates } = usePermissions()
  const following = useRef<FollowingCode>(undefined)
  return (
    <TextControl
      {...props}
      required
      onEnter={() => {
        // A translator may not change codes, so the code stays the same when a translator changes the title.
        following.current = translates ? undefined : followingCode(draft.tree, props.id)
      }}
      alsoChange={(title) => {
        const { current: code } = following
        return code ? [{ path: code.path, value: code.codeFor(title) }] : []
      }}
    />
  )
}
