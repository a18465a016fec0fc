import type { ShownForm, TagForm } from '@sportello/contract'
import { Link } from '@tanstack/react-router'
import { usePermissions } from '../../../account.ts'
import { places } from '../../../address.ts'
import { useWords } from '../../../words.tsx'
import { useEditorWords } from '../../editor/editor-words.tsx'
import { AccessFields } from '../form-tab.tsx'
import { type DraftTabProps, TabFields } from './draft-tabs.tsx'

/**
 * The lists of accounts, tokens, links and credentials of a form. Each list is mapped to the tab of the accounts view
 * that shows it.
 */
const LISTS = { accounts: 'people_accounts', tokens: 'people_tokens', links: 'people_links', credentials: 'people_credentials' } as const

/**
 * Tab of a form's workspace for access: the access modes, the secret and captcha, and links to the form's accounts,
 * tokens and personal links.
 */
export function AccessTab({ common, readOnly, tag, form }: DraftTabProps & { tag: TagForm | undefined; form: ShownForm }) {
  const { t } = useWords()
  const word = useEditorWords()
  const may = usePermissions()
  return (
    <div className="workspace-sections">
      <section>
        <h3>{t('ws_modes')}</h3>
        {form.auth_type.length === 0 ? (
          <p className="warning">{t('auth_undefined')}</p>
        ) : (
          <ul className="plain-list">
            {form.auth_type.map((mode) => (
              <li key={mode}>
                {word(`mode_${mode}`)} <span className="hint code">{mode}</span>
              </li>
            ))}
          </ul>
        )}
        <p className="hint">{t('ws_modes_hint')}</p>
      </section>
      {may.is('viewer') && (
        <section>
          <h3>{t('ws_lists')}</h3>
          <ul className="home-recent">
            {Object.entries(LISTS).map(([tab, label]) => (
              <li key={tab}>
                <Link to={places.management} search={{ view: 'accounts', form: form.code_form, ...(tab !== 'accounts' && { tab }) }}>
                  {t(label)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <TabFields readOnly={readOnly}>
        <AccessFields key={form.version} {...common} tag={tag} />
      </TabFields>
    </div>
  )
}
