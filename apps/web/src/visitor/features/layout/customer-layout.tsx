import type { TemplateName } from '@sportello/contract'
import type { ComponentType, ReactNode } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useCustomer } from '../../use-customer.ts'
import { ChatPlace } from '../chat/chat-place.tsx'
import { ConnectionNotice } from '../refusal/connection-notice.tsx'
import { DraftProvider } from '../wizard/draft.tsx'
import { CookieBanner } from './cookie-banner.tsx'
import { Default2022 } from './templates/default2022.tsx'
import { Hallways } from './templates/hallways.tsx'
import { HeaderSearch } from './templates/header-search.tsx'
import { templateOf } from './templates/template-name.ts'

const LAYOUTS: { [T in TemplateName]: ComponentType<{ children: ReactNode }> } = {
  default2022: Default2022,
  default2022NoSearchBar: Default2022,
  headerSearch: HeaderSearch,
  hallways: Hallways,
}

/**
 * Layout of a customer's page according to the customer's template. It also provides the visitor's draft to the
 * components in it.
 */
export function CustomerLayout({ children }: { children: ReactNode }) {
  const { config } = useCustomer()
  const { t } = useWords()
  const Layout = LAYOUTS[templateOf(config)]
  return (
    <DraftProvider key={`${config.form_code} ${config.version}`} storageKey={`draft_${config.form_code}_${config.version}`}>
      <a className="skip-link" href="#main">
        {t('vai_al_contenuto')}
      </a>
      {config.preview && (
        <aside className="preview-notice" aria-labelledby="preview-notice">
          <span id="preview-notice">
            {config.preview_version === undefined ? t('anteprima_avviso') : t('anteprima_versione', String(config.preview_version))}
          </span>
        </aside>
      )}
      <Layout>
        <div className="form-room">
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </Layout>
      <ConnectionNotice />
      <div className={config.live_chat_params ? 'dock dock-chat' : 'dock'}>
        {config.live_chat_params && <ChatPlace chat={config.live_chat_params} />}
        <CookieBanner />
      </div>
    </DraftProvider>
  )
}
