// SPDX-License-Identifier: Apache-2.0

/// Text that stands before short texts when they are compressed, so that the first `"description":"` of a
/// document is a repetition already (SPEC §9.8.1 The preset dictionary).
///
/// It is a raw-content dictionary of Zstandard: words of general JSON, the likeliest last. It is a part of
/// the format and never changes; another one would be another codec.
package enum PresetDictionary {
  /// The bytes, all of them ASCII.
  package static let bytes = lines.utf8.filter { $0 != UInt8(ascii: "\n") }

  /// As the specification prints them: the line ends are no part of it.
  private static let lines = #"""
    abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789January February March April May Jun
    e July August September October November December Monday Tuesday Wednesday Thursday Friday Saturda
    y Sunday following specified resource request response returns operation identifier associated confi
    guration parameter optional contains indicates represents whether already exists invalid not found s
    ervice created deleted changes information about between through during without before after becaus
    e another ationtion of the ing the mentableitynessenceance is the  of a  to be  in the  for the  an
    d the  that is  can be used  with the  from the  on the  such as  If you  must be  This  The . Th
    e , and Content-TypeAuthorizationAcceptUser-AgentHostX-Request-Idapplication/jsonapplication/octet-s
    treamapplication/xmlNot FoundInternal Server ErrorBad RequestUnauthorized","operationId":"","tags":[
    "","in":"query"","in":"path"","in":"header"","schema":{"$ref":"","schema":{"type":"","requestBody":{
    "content":{"application/json":{"schema":{","responses":{"200":{"description":"OK"","externalDocs":",
    "deprecated":","example":","examples":[","nullable":true","properties":{"","definitions":{","compone
    nts":{","paths":{","servers":[","security":[","info":{"title":"","ip":"192.168.","host":"","port":",
    "protocol":"https"","query":","params":","args":[","command":"","env":","output":","input":","event"
    :"","eventName":"","action":"","actor":{","resource":{","session":","sessionId":"","token":"","expir
    es":","device":{","model":"","os":"","platform":"","browser":"","latency":","bytes":","cpu":","memor
    y":","temperature":","sensor":","unit":"","score":","weight":","distance":","speed":","discount":","
    tax":","shipping":","payment":","invoice":","stock":","sku":""variant","x":0,"y":0","left":","top":"
    ,"right":","style":","class":"","node":","edges":[","nodes":[","layers":[","frame":","scale":","rota
    tion":","background":","border":"font","theme":","icon":"","link":"","thumbnail":","video":","audio"
    :","mimeType":"","encoding":"utf-8"","checksum":"","sha256":"","signature":"","publicKey":"","algori
    thm":"","issuer":","project":","branch":"master"","commit":","author":{"name":"","email":"","release
    ":","environment":"production"","region":"","zone":"instance"cluster","namespace":"default"","kind":
    "","apiVersion":"v1"","spec":{","containers":[{","volumes":[","ports":[","replicas":",null,null,null
    ,"the of and to in is that for with as by on are be this from or an it not which can at has have wa
    s will their your you we our if when one all more other who they been its into than then some also m
    ay used use each new information number using only value values specified list description availabl
    e default required must should between data:image/png;base64,data:image/svg+xml;base64,application/j
    son; charset=utf-8application/x-www-form-urlencodedtext/html; charset=UTF-8image/jpegimage/pngtext/p
    lainmultipart/form-dataBearer Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, l
    ike Gecko) Chrome/120.0.0.0 Safari/537.36<p></p>\n<br/><a href=\"https://\" target=\"_blank\"></a>&a
    mp;\u00e9\u201c\u2019America/New_YorkEurope/LondonUnited Statesen-USEURUSDGMT+00:00T00:00:00.000ZT00
    :00:00Z"-01-012020-2021-2022-2023-2024-2025-http://json-schema.org/draft-07/schema#"https://github.c
    om/https://api.https://www.http://www..com/.org/.net//api/v1/.html".jpg".png"@example.com"@gmail.com
    "localhost:8080arn:aws:iam::us-east-1eu-west-1127.0.0.10.0.0.0/0","$schema":"","$ref":"#/definitions
    /","$ref":"#/components/schemas/","additionalProperties":false","patternProperties":{","anyOf":[{","
    oneOf":[{","allOf":[{","minimum":0","maximum":","minLength":1","maxLength":","pattern":"^[a-zA-Z0-9_
    -]+$"","format":"date-time"","format":"int32"","format":"uri"","items":{"type":"string"}","type":"ar
    ray","items":{","type":"boolean"","type":"integer"","type":"number"","type":"object","properties":{"
    ,"required":["","enum":["","default":","readOnly":true","geometry":{"type":"Point","coordinates":[",
    "type":"Feature","properties":{","type":"FeatureCollection","features":[","latitude":","longitude":"
    ,"location":","address":{"street":"","city":"","state":"","country":"","postalCode":"","zip":"","pho
    ne":"","email":"","firstName":"","lastName":"","first_name":"","last_name":"","username":"","user":{
    "id":","user_id":","userId":"","account":","customer":","company":"","gender":"","age":","price":","
    amount":","currency":"","quantity":","total":","total_count":","count":","items":[{"id":","order":",
    "product":","category":"","categories":[","brand":"","rating":","image":"","images":[{"url":"https:/
    /","width":","height":","size":","color":"","metadata":{","attributes":{","parameters":{","options":
    {","settings":{","config":{","labels":{","annotations":{","dependencies":{","devDependencies":{","sc
    ripts":{"","license":"MIT"","author":"","version":"1.0.0"","versions":["","engines":{"node":">=","re
    pository":{"type":"git","url":"https://github.com/","homepage":"https://","keywords":["","main":"ind
    ex.js"","resolved":"https://registry.npmjs.org/","integrity":"sha512-","source":"","target":"","meth
    od":"GET""POST"","path":"/","headers":{","request":{","response":{","body":"","error":null","errors"
    :[],","message":"","code":","success":true","result":{","results":[{","data":[{","data":{","next":nu
    ll,"previous":null","page":1","limit":","offset":0","links":{"self":{"href":"https://","self":"https
    ://","href":"","html_url":"https://github.com/","avatar_url":"https://","node_id":"","created":"","u
    pdated":"","modified":"","createdAt":"","updatedAt":"","created_at":"","updated_at":"","timestamp":"
    ","timestamp":1","date":"","time":"","start":","end":","startTime":"","duration":","level":"info"","
    status":"active"","status":"","state":"","enabled":true","active":true","visible":false","public":",
    "private":false","tags":["","tags":[]","children":[{","parent":null","parentId":","index":","length"
    :","position":","group":"","roles":["","permissions":{","content":"","text":"","body":"","summary":"
    ","title":"","label":"","description":"","comment":"","language":"en"","lang":"","locale":"","file":
    "","filename":"","hash":"","uuid":"","guid":"","key":"","value":"","values":[","name":"","id":"","id
    ":1","type":"string"","type":"","url":"https://[{"id"::null,":false,":true,"":[],"":{},"":"","":0,""
    :1,""},{""}],""]},""}},"
    """#
}
