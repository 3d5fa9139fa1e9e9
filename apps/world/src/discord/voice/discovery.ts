const requestType = 1;
const responseType = 2;
const totalBytes = 74;
const bodyBytes = 70;
const addressAt = 8;
const portAt = 72;

/** Answers IP discovery: the sender asks under which address it is seen. */
export function answerDiscovery(packet: Buffer, address: string, port: number): Buffer | undefined {
  if (packet.length !== totalBytes || packet.readUInt16BE(0) !== requestType) return undefined;
  const answer = Buffer.alloc(totalBytes);
  answer.writeUInt16BE(responseType, 0);
  answer.writeUInt16BE(bodyBytes, 2);
  packet.copy(answer, 4, 4, 8);
  answer.write(address, addressAt, 'ascii');
  answer.writeUInt16BE(port, portAt);
  return answer;
}
