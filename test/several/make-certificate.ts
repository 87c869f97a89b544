import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

/**
 * Of localhost and of `addresses`. This process trusts it until `forget`, others do with `NODE_EXTRA_CA_CERTS`.
 * @returns PEM, and the folder that holds it under the names of certbot
 */
export function makeCertificate(addresses = ["127.0.0.1"]) {
  const folder = mkdtempSync(join(tmpdir(), "skylark-certificate-"));
  const [file, keyFile] = [join(folder, "fullchain.pem"), join(folder, "privkey.pem")];
  const names = ["DNS:localhost", ...addresses.map((address) => `IP:${address}`)].join(",");
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
  execFileSync("openssl", [...made, "-addext", `subjectAltName=${names}`, "-out", file, "-keyout", keyFile], { stdio: "ignore" });
  const [cert, key] = [readFileSync(file, "utf8"), readFileSync(keyFile, "utf8")];
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, cert]);
  const forget = () => {
    setDefaultCACertificates(trusted);
    rmSync(folder, { recursive: true, force: true });
  };
  return { cert, key, folder, file, forget };
}
