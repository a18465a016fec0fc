import type { ListedDefinition, ShownForm } from '@sportello/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../../shared/ui/button.tsx'
import { usePermissions } from '../../../account.ts'
import { places } from '../../../address.ts'
import { useCountPhrase } from '../../../ui/use-count-phrase.ts'
import { useWords } from '../../../words.tsx'
import { PublishModal } from '../../definitions/draft-modals.tsx'
import { addressOf } from '../../editor/address-of.ts'
import { FormModal } from '../form-modal.tsx'
import { useDefinitionOf, useFormHome } from './workspace-calls.ts'

/**
 * Header of a form's workspace. It shows the form's name, state and public URL, and has buttons for editor, preview and
 * publication.
 */
export function WorkspaceHeader({ form, isChanged }: { form: ShownForm; isChanged: boolean }) {
  const { t } = useWords()
  const count = useCountPhrase()
  const may = usePermissions()
  const definition = useDefinitionOf(form)
  const home = useFormHome(form.code_form, may.is('viewer'))
  const [shown, setShown] = useState<{ modal: 'edit' } | { modal: 'publish'; definition: ListedDefinition } | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The link that opened the workspace has disappeared. If no element has the focus now, moves it to the heading.
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus()
  }, [])
  const address = addressOf(form.code_form)
  const state = !form.tag_exists ? 'ws_unpublished' : form.active ? 'ws_online' : 'ws_offline'
  const changes = home.data?.drafts.find(({ code_tag }) => code_tag === form.code_tag)?.changes ?? 0
  const editor = { view: 'definitions', definition: form.code_tag }
  return (
    <header className="workspace-header">
      <div className="workspace-name">
        <h2 ref={heading} tabIndex={-1}>
          {form.description || form.code_form}
        </h2>
        <p>
          <span className="code">{form.code_form}</span>{' '}
          <span className={state === 'ws_online' ? 'badge state-processed' : 'badge state-queued'}>{t(state)}</span>{' '}
          {definition?.draft && <span className="badge state-queued">{changes > 0 ? count('ws_draft', changes) : t('definition_waits')}</span>}
        </p>
        <p>
          <a href={address} target="_blank" rel="noreferrer">
            {address}
          </a>
        </p>
      </div>
      <div className="workspace-actions">
        {may.change && (
          <Button disabled={isChanged} onClick={() => setShown({ modal: 'edit' })}>
            {t('edit')}
          </Button>
        )}
        {definition && (
          <>
            <Link to={places.management} search={editor} className="button button-plain">
              {t('ws_editor')}
            </Link>
            <Link to={places.management} search={{ ...editor, preview: 'alone' }} className="button button-plain">
              {t('ws_preview')}
            </Link>
            {may.publish && definition.draft && (
              <Button weight="primary" onClick={() => setShown({ modal: 'publish', definition })}>
                {t('definition_publish')}
              </Button>
            )}
          </>
        )}
      </div>
      {shown?.modal === 'edit' && <FormModal mode="edit" id={form.id} onMade={() => {}} onClose={() => setShown(null)} />}
      {shown?.modal === 'publish' && <PublishModal definition={shown.definition} onClose={() => setShown(null)} />}
    </header>
  )
}
