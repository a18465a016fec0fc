import { z } from 'zod'

const level = z.string().max(256).optional()

/**
 * OpenID Connect provider of a form (parameter `oidc`, an extension of the specifications). Visitors who sign in
 * through it get a session as with SSO. `claims` converts claims to known data. `client` and the sub-clients, if set,
 * select a mapping as in an SSO message.
 */
export const oidcProvider = z.strictObject({
  issuer: z.url({ protocol: /^https?$/, error: 'must be an address with http or https' }),
  client_id: z.string().min(1),
  /**
   * Client secret with which the form authenticates at the provider. It is missing or empty for a public client, which
   * authenticates only with PKCE.
   */
  client_secret: z.string().max(2_048).optional(),
  scope: z.string().min(1).default('openid email profile'),
  claims: z.record(z.string().min(1), z.string().min(1)).default({ email: 'email', nome: 'given_name', cognome: 'family_name', telefono: 'phone_number' }),
  /**
   * True if the server accepts e-mail addresses without the claim `email_verified`. Some providers never send this
   * claim for addresses that they assign themselves.
   */
  trust_email: z.boolean().default(false),
  client: level,
  sub_client: level,
  sub_client2: level,
  sub_client3: level,
})

export type OidcProvider = z.infer<typeof oidcProvider>
