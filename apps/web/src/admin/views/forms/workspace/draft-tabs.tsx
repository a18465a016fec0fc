import type { ShownForm, TagForm } from '@sportello/contract'
import type { ReactNode } from 'react'
import { Loading, lazyPart } from '../../../ui/lazy-part.tsx'
import { useWords } from '../../../words.tsx'
import { PageFields, type TabProps } from '../form-tab.tsx'
import { LiveChatTab as ChatFields } from '../live-chat-tab.tsx'
import { LogosTab } from '../logos-tab.tsx'
import { TemplateTab } from '../template-tab.tsx'
import { LookSketch } from './look-sketch.tsx'

const DestinationFields = lazyPart(() => import('../destinations-tab.tsx'), { fallback: <Loading /> })

export interface DraftTabProps {
  common: TabProps
  /** True if the operator may only read the form. */
  readOnly: boolean
}

/**
 * Wrapper for the fields of a tab in the form's workspace. It disables the fields if the operator has read-only access.
 */
export function TabFields({ readOnly, children }: { readOnly: boolean; children: ReactNode }) {
  const { t } = useWords()
  return (
    <>
      {readOnly && <p className="notice">{t('ws_read_only')}</p>}
      <fieldset className="modal-fields" disabled={readOnly}>
        {children}
      </fieldset>
    </>
  )
}

/**
 * Tab of a form's workspace for its logo, background and template. A sketch next to the fields shows the resulting
 * page.
 */
export function LookTab({ common, readOnly, tag }: DraftTabProps & { tag: TagForm | undefined }) {
  const { t } = useWords()
  return (
    <div className="workspace-look">
      <TabFields readOnly={readOnly}>
        <PageFields {...common} tag={tag} />
        <h3>{t('tab_logos')}</h3>
        <LogosTab {...common} />
        <h3>Template</h3>
        <TemplateTab {...common} />
      </TabFields>
      <LookSketch draft={common.draft} tag={tag} />
    </div>
  )
}

/** Tab with the destinations of a form's tickets. */
export function DestinationsTab({ common, readOnly, form }: DraftTabProps & { form: ShownForm }) {
  return (
    <TabFields readOnly={readOnly}>
      <DestinationFields key={form.version} {...common} form={form} />
    </TabFields>
  )
}

/** Tab with the live chat of a form. */
export function LiveChatTab({ common, readOnly }: DraftTabProps) {
  return (
    <TabFields readOnly={readOnly}>
      <ChatFields {...common} />
    </TabFields>
  )
}
