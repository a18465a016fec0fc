// Seals an SSO message. Java 17 or later, no libraries; the person's data come as JSON without "jti" and "exp":
//   echo '{"client":"acme","email":"anna@example.org"}' | java SealMessage.java CUSTOMER_CODE SECRET
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

public class SealMessage {
  /** HKDF-SHA-256 (RFC 5869) with an empty salt; 32 bytes are its first block. */
  static byte[] key(String secret) throws GeneralSecurityException {
    byte[] extracted = hmac(new byte[32], secret.getBytes(StandardCharsets.UTF_8));
    byte[] info = "sso-message-v1".getBytes(StandardCharsets.UTF_8);
    byte[] block = Arrays.copyOf(info, info.length + 1);
    block[info.length] = 1;
    return hmac(extracted, block);
  }

  static byte[] hmac(byte[] key, byte[] data) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(data);
  }

  /** secret: the form's sso_secret_aes. person: a JSON object with client, up to three sub-clients, and what the form may know of the visitor. */
  static String seal(String customerCode, String secret, String person) throws GeneralSecurityException {
    String once = "{\"jti\":\"" + UUID.randomUUID() + "\",\"exp\":" + (Instant.now().getEpochSecond() + 120) + ",";
    String content = once + person.strip().substring(1);
    byte[] iv = new byte[12];
    new SecureRandom().nextBytes(iv);
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key(secret), "AES"), new GCMParameterSpec(128, iv));
    cipher.updateAAD(customerCode.getBytes(StandardCharsets.UTF_8));
    byte[] sealed = cipher.doFinal(content.getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.writeBytes(iv);
    message.writeBytes(sealed);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(message.toByteArray());
  }

  public static void main(String[] args) throws Exception {
    System.out.println(seal(args[0], args[1], new String(System.in.readAllBytes(), StandardCharsets.UTF_8)));
  }
}
